// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Send WQEs: a table says, for each opcode, which queues have it and which
// function reads the segments behind the control segment. Each function takes
// segments from the front and checks that they are there.
#include "emulator/nic/wire/wqe.h"

#include "emulator/nic/wire/big-endian.h"
#include "emulator/nic/wire/wqe-data.h"

#include <algorithm>

namespace dpa {
namespace {

WqeFailure readNop(WqeSegments &, WireQueue, SendRequest &) {
  return {};
}

/// Inline headers begin in the last two bytes of the segment and continue in the
/// following segments.
WqeFailure readEthernet(WqeSegments &segments, SendRequest &request) {
  constexpr size_t flagsAt = 4;
  constexpr size_t mssAt = 6;
  constexpr size_t headerSizeAt = 12;
  constexpr size_t headerAt = 14;
  constexpr uint16_t trailerAlign = 0x0200;
  constexpr uint16_t known = 0xf263;
  ByteView left = segments.left();
  const std::byte *segment = segments.next();
  if (segment == nullptr)
    return malformedWqe("no Ethernet segment");
  if (loadBig32(segment) != 0)
    return malformedWqe("offsets of software-parsed headers are not supported");
  EthernetPart &part = request.ethernet;
  part.checksumFlags = loadBig16(segment + flagsAt);
  if ((part.checksumFlags & ~known) != 0)
    return malformedWqe("unknown flags in the Ethernet segment");
  if ((part.checksumFlags & trailerAlign) != 0)
    return malformedWqe("trailers of packets are not supported");
  part.mss = loadBig16(segment + mssAt);
  uint16_t size = loadBig16(segment + headerSizeAt);
  std::optional<ByteView> header = slice(left, headerAt, size);
  if (!header)
    return malformedWqe("inline headers exceed the WQE");
  part.inlineHeader = *header;
  if (headerAt + size > DPA_WQE_SEGMENT)
    segments.skip(headerAt + size - DPA_WQE_SEGMENT);
  return {};
}

void readShortVector(const std::byte *segment, AddressVector &vector) {
  constexpr uint32_t numberMask = 0xffffff;
  uint32_t destination = loadBig32(segment + 8);
  vector.qkey = loadBig32(segment);
  vector.destinationQp = destination & numberMask;
  vector.isExtended = (destination & DPA_AV_EXTENDED) != 0;
  vector.rateAndLevel = std::to_integer<uint8_t>(segment[12]);
  vector.loopbackAndPath = std::to_integer<uint8_t>(segment[13]);
  vector.remoteLid = loadBig16(segment + 14);
}

void readExtension(const std::byte *first, const std::byte *second,
                   AddressVector &vector) {
  constexpr uint32_t labelMask = 0xfffff;
  constexpr unsigned gidShift = 20;
  std::copy_n(first + 4, vector.remoteMac.size(), vector.remoteMac.begin());
  vector.trafficClass = std::to_integer<uint8_t>(first[10]);
  vector.hopLimit = std::to_integer<uint8_t>(first[11]);
  uint32_t word = loadBig32(first + 12);
  vector.hasGrh = (word & DPA_AV_HAS_GRH) != 0;
  vector.sourceGidIndex = static_cast<uint8_t>(word >> gidShift);
  vector.flowLabel = word & labelMask;
  std::copy_n(second, vector.remoteGid.size(), vector.remoteGid.begin());
}

/// One segment, or three if the first says so.
WqeFailure readAddressVector(WqeSegments &segments, AddressVector &vector) {
  const std::byte *segment = segments.next();
  if (segment == nullptr)
    return malformedWqe("no address vector");
  readShortVector(segment, vector);
  if (!vector.isExtended)
    return {};
  const std::byte *first = segments.next();
  const std::byte *second = segments.next();
  if (second == nullptr)
    return malformedWqe("the extended address vector exceeds the WQE");
  readExtension(first, second, vector);
  return {};
}

WqeFailure readSend(WqeSegments &segments, WireQueue queue,
                    SendRequest &request) {
  if (queue == WireQueue::Ethernet) {
    if (WqeFailure failure = readEthernet(segments, request))
      return failure;
    if (request.ethernet.mss != 0)
      return malformedWqe("a maximum segment size in a WQE other than LSO");
  }
  if (queue == WireQueue::Datagram) {
    if (WqeFailure failure = readAddressVector(segments, request.datagram))
      return failure;
  }
  return readWqeData(segments, queue, request.data);
}

WqeFailure readLso(WqeSegments &segments, WireQueue queue,
                   SendRequest &request) {
  if (WqeFailure failure = readEthernet(segments, request))
    return failure;
  if (request.ethernet.mss == 0)
    return malformedWqe("LSO with a maximum segment size of 0");
  return readWqeData(segments, queue, request.data);
}

WqeFailure readMultiPacket(WqeSegments &segments, WireQueue queue,
                           SendRequest &request) {
  if (WqeFailure failure = readEthernet(segments, request))
    return failure;
  if (request.ethernet.mss != 0 || !request.ethernet.inlineHeader.empty())
    return malformedWqe("inline headers or LSO in a WQE of several packets");
  return readWqeData(segments, queue, request.data);
}

WqeFailure readRemote(WqeSegments &segments, SendRequest &request) {
  const std::byte *segment = segments.next();
  if (segment == nullptr)
    return malformedWqe("no segment with the remote address");
  request.remoteAddress = loadBig64(segment);
  request.remoteKey = loadBig32(segment + 8);
  return {};
}

WqeFailure readWrite(WqeSegments &segments, WireQueue queue,
                     SendRequest &request) {
  if (WqeFailure failure = readRemote(segments, request))
    return failure;
  return readWqeData(segments, queue, request.data);
}

WqeFailure readRead(WqeSegments &segments, WireQueue, SendRequest &request) {
  if (WqeFailure failure = readRemote(segments, request))
    return failure;
  return readWqeTargets(segments, request.data);
}

WqeFailure readAtomic(WqeSegments &segments, WireQueue, SendRequest &request) {
  if (WqeFailure failure = readRemote(segments, request))
    return failure;
  const std::byte *segment = segments.next();
  if (segment == nullptr)
    return malformedWqe("no segment with the operands of the atomic operation");
  request.swapOrAdd = loadBig64(segment);
  request.compare = loadBig64(segment + 8);
  if (WqeFailure failure = readWqeTargets(segments, request.data))
    return failure;
  if (request.data.length() < sizeof(uint64_t))
    return WqeError{DPA_SYNDROME_LOCAL_LENGTH,
                    "less than 8 bytes for the result of an atomic operation"};
  return {};
}

/// Source and destination of LOCAL_MMO.
WqeFailure readCopy(WqeSegments &segments, SendRequest &request) {
  if (WqeFailure failure = readWqeTargets(segments, request.data))
    return failure;
  if (request.data.size() != 2)
    return malformedWqe("a local copy needs two memory segments");
  return {};
}

/// Reserved bytes of the second segment are not read, as in all segments.
WqeFailure readLocalDma(WqeSegments &segments, WireQueue,
                        SendRequest &request) {
  if (segments.next() == nullptr)
    return malformedWqe("no reserved segment in local DMA");
  return readCopy(segments, request);
}

WqeFailure readTranspose(WqeSegments &segments, WireQueue,
                         SendRequest &request) {
  constexpr uint8_t countMask = 0x7f;
  const std::byte *segment = segments.next();
  if (segment == nullptr)
    return malformedWqe("no segment with the matrix to transpose");
  Transpose &matrix = request.transpose;
  matrix.elementSize = std::to_integer<uint8_t>(segment[3]);
  matrix.columns = std::to_integer<uint8_t>(segment[5]) & countMask;
  matrix.rows = std::to_integer<uint8_t>(segment[7]) & countMask;
  if (matrix.elementSize == 0 || matrix.columns == 0 || matrix.rows == 0)
    return malformedWqe("a matrix to transpose without elements");
  return readCopy(segments, request);
}

WqeFailure readWait(WqeSegments &segments, WireQueue, SendRequest &request) {
  constexpr uint8_t operationMask = 0xf;
  constexpr uint64_t actionMask = 7;
  const std::byte *place = segments.next();
  const std::byte *operands = segments.next();
  if (operands == nullptr)
    return malformedWqe("no segments with the condition to wait for");
  auto operation = std::to_integer<uint8_t>(place[3]);
  WaitOnData &wait = request.wait;
  if ((operation & operationMask) > DPA_WQE_WAIT_OPERATION_MAX)
    return malformedWqe("unknown condition to wait for");
  wait.operation =
      static_cast<WaitOnData::Operation>(operation & operationMask);
  wait.isInverted = (operation & DPA_WQE_WAIT_INVERTED) != 0;
  wait.lkey = loadBig32(place + 4);
  wait.address = loadBig64(place + 8) & ~actionMask;
  wait.failAction = loadBig64(place + 8) & actionMask;
  wait.value = loadBig64(operands);
  wait.mask = loadBig64(operands + 8);
  return {};
}

/// Sets of queues.
constexpr uint8_t in(WireQueue queue) {
  return 1U << static_cast<unsigned>(queue);
}
constexpr uint8_t ethernet = in(WireQueue::Ethernet);
constexpr uint8_t reliable = in(WireQueue::Reliable);
constexpr uint8_t connected = reliable | in(WireQueue::Unreliable);
constexpr uint8_t transported = connected | in(WireQueue::Datagram);
constexpr uint8_t every = ethernet | transported;

struct OpcodeRow {
  uint8_t opcode;
  uint8_t modifier;
  uint8_t queues;
  WqeFailure (*read)(WqeSegments &, WireQueue, SendRequest &);
};

/// The most frequent one first.
constexpr OpcodeRow opcodes[] = {
    {DPA_WQE_SEND, 0, every, readSend},
    {DPA_WQE_NOP, 0, every, readNop},
    {DPA_WQE_SEND_INVALIDATE, 0, reliable, readSend},
    {DPA_WQE_RDMA_WRITE, 0, connected, readWrite},
    {DPA_WQE_RDMA_WRITE_IMMEDIATE, 0, connected, readWrite},
    {DPA_WQE_SEND_IMMEDIATE, 0, transported, readSend},
    {DPA_WQE_LSO, 0, ethernet, readLso},
    {DPA_WQE_WAIT, DPA_WQE_WAIT_ON_DATA, every, readWait},
    {DPA_WQE_RDMA_READ, 0, reliable, readRead},
    {DPA_WQE_COMPARE_AND_SWAP, 0, reliable, readAtomic},
    {DPA_WQE_FETCH_AND_ADD, 0, reliable, readAtomic},
    {DPA_WQE_ENHANCED_MPSW, 0, ethernet, readMultiPacket},
    {DPA_WQE_LOCAL_MMO, DPA_WQE_MMO_TRANSPOSE, every, readTranspose},
    {DPA_WQE_LOCAL_MMO, DPA_WQE_MMO_DMA, every, readLocalDma},
};

/// Everything behind the control segment.
void reset(SendRequest &request) {
  request.ethernet.checksumFlags =
      0; // no copy of a whole part: this is done for each packet
  request.ethernet.mss = 0;
  request.ethernet.inlineHeader = {};
  request.datagram = {};
  request.remoteAddress = 0;
  request.remoteKey = 0;
  request.swapOrAdd = 0;
  request.compare = 0;
  request.wait = {};
  request.transpose = {};
  request.data.clear();
}

} // namespace

bool readWqeControl(ByteView firstSegment, WqeControl &control) {
  constexpr uint32_t segmentsMask = 0x3f;
  constexpr unsigned byteBits = 8;
  constexpr unsigned modifierShift = 24;
  constexpr size_t flagsAt = 11;
  constexpr size_t immediateAt = 12;
  if (firstSegment.size() < DPA_WQE_SEGMENT)
    return false;
  const std::byte *at = firstSegment.data();
  const uint32_t first = loadBig32(at);
  const uint32_t second = loadBig32(at + 4);
  const auto flags = std::to_integer<uint8_t>(at[flagsAt]);
  control.opcode = static_cast<uint8_t>(first);
  control.index = static_cast<uint16_t>(first >> byteBits);
  control.modifier = static_cast<uint8_t>(first >> modifierShift);
  control.queueNumber = second >> byteBits;
  control.segments = second & segmentsMask;
  control.completion = flags >> DPA_WQE_CE_SHIFT & 3U;
  control.isSolicited = (flags & DPA_WQE_SOLICITED) != 0;
  control.fence = flags >> DPA_WQE_FENCE_SHIFT;
  control.immediate = loadBig32(at + immediateAt);
  return true;
}

std::optional<WqeError> readSendWqe(ByteView bytes, WireQueue queue,
                                    SendRequest &request) {
  if (readWqeControl(bytes, request.control))
    return readSendSegments(bytes, queue, request);
  request.control = {};
  return malformedWqe("no control segment");
}

std::optional<WqeError> readSendSegments(ByteView bytes, WireQueue queue,
                                         SendRequest &request) {
  const WqeControl &control = request.control;
  reset(request);
  if (control.segments == 0)
    return malformedWqe("a WQE of 0 segments");
  std::optional<ByteView> wqe =
      slice(bytes, 0, control.segments * uint64_t{DPA_WQE_SEGMENT});
  if (!wqe)
    return malformedWqe("the WQE exceeds the send queue");
  const char *why = "unknown opcode";
  for (const OpcodeRow &row : opcodes) {
    if (row.opcode != control.opcode)
      continue;
    if (row.modifier != control.modifier) {
      why = "unknown modifier of the opcode";
      continue;
    }
    if ((row.queues & in(queue)) == 0)
      return malformedWqe("an opcode that this kind of queue does not have");
    WqeSegments segments(wqe->subspan(DPA_WQE_SEGMENT));
    return row.read(segments, queue, request);
  }
  return malformedWqe(why);
}

} // namespace dpa
