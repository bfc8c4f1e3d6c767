// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one place that reads work queue entries (WQE): from the bytes of an entry,
// which device code wrote, to a plain struct or an error. The bytes are a copy
// out of the ring that does not change meanwhile. Inline data are views of these
// bytes, so that a request is valid as long as they are. Nothing is allocated;
// nothing outside of the bytes is read. The layouts are in
// libflexio-dev/flexio_dev_queue_types.h.
#ifndef DPA_EMULATOR_NIC_WIRE_WQE_H
#define DPA_EMULATOR_NIC_WIRE_WQE_H

#include "base/bytes.h"
#include "runtime/abi/work-queues.h"

#include <array>
#include <optional>

namespace dpa {

/// Why an entry cannot be executed.
struct WqeError {
  uint8_t syndrome; ///< DPA_SYNDROME_*, for the completion
  const char *why;  ///< static text, for the log
};

/// A scatter/gather entry: memory, or bytes of the WQE itself.
struct WqeData {
  bool isInline = false;
  uint32_t lkey = 0;    ///< memory only
  uint32_t length = 0;  ///< bytes, up to 2^31
  uint64_t address = 0; ///< memory only: address in terms of the lkey
  ByteView bytes;       ///< inline only: `length` bytes
};

/// Scatter/gather entries in the order of the WQE.
class WqeDataList {
public:
  const WqeData *begin() const { return entries_.data(); }
  const WqeData *end() const { return entries_.data() + size_; }
  size_t size() const { return size_; }
  const WqeData &operator[](size_t index) const { return entries_[index]; }
  /// Bytes of all entries.
  uint64_t length() const {
    uint64_t sum = 0;
    for (const WqeData &data : *this)
      sum += data.length;
    return sum;
  }
  /// A new entry, without content; null: full, which a list of a WQE never is.
  WqeData *add() {
    if (size_ == entries_.size())
      return nullptr;
    return &(entries_[size_++] = {});
  }
  /// False: full.
  bool add(const WqeData &data) {
    WqeData *added = add();
    if (added)
      *added = data;
    return added != nullptr;
  }
  void clear() { size_ = 0; }

private:
  std::array<WqeData, DPA_WQE_MAX_SEGMENTS> entries_;
  size_t size_ = 0;
};

/// The control segment, with which every send WQE begins.
struct WqeControl {
  uint8_t opcode = 0;       ///< DPA_WQE_*
  uint8_t modifier = 0;     ///< of the opcode
  uint16_t index = 0;       ///< of its first block (WQEBB), free running
  uint32_t queueNumber = 0; ///< 24 bits, as the program wrote it
  uint8_t segments = 0;     ///< ds: 16-byte segments of the WQE, with this one
  uint8_t completion = 0;   ///< DPA_WQE_CE_*
  bool isSolicited = false;
  uint8_t fence = 0;      ///< fence mode, 3 bits
  uint32_t immediate = 0; ///< immediate or key to invalidate

  /// Blocks of the ring that the WQE uses.
  unsigned blocks() const {
    return (segments * DPA_WQE_SEGMENT + DPA_WQE_BLOCK - 1) / DPA_WQE_BLOCK;
  }
};

/// The control segment of an entry, of which at least the first 16 bytes are
/// here; for the queue, which must know how many blocks to copy.
/// False: there are fewer bytes.
bool readWqeControl(ByteView firstSegment, WqeControl &control);

/// Packets of Ethernet queues.
struct EthernetPart {
  uint16_t checksumFlags = 0; ///< DPA_ETH_*
  uint16_t mss = 0;           ///< TCP payload bytes of a packet; 0: not LSO
  ByteView inlineHeader;      ///< the frame begins with these bytes
};

/// The destination of a datagram.
struct AddressVector {
  uint32_t qkey = 0;
  uint32_t destinationQp = 0; ///< 24 bits
  uint8_t rateAndLevel = 0;   ///< static rate, service level
  uint8_t loopbackAndPath = 0;
  uint16_t remoteLid = 0; ///< RoCE v2: the UDP source port
  /// The rest is there; RoCE cannot address a peer without.
  bool isExtended = false;
  std::array<std::byte, 6> remoteMac{};
  uint8_t trafficClass = 0;
  uint8_t hopLimit = 0;
  bool hasGrh = false;
  uint8_t sourceGidIndex = 0;
  uint32_t flowLabel = 0;                ///< 20 bits
  std::array<std::byte, 16> remoteGid{}; ///< or an IP address, IPv4 mapped
};

/// Compares a number in memory: the WQE and those after it wait until
/// (*address & mask) `operation` (value & mask) holds.
struct WaitOnData {
  enum class Operation : uint8_t {
    Always,
    Equal,
    Greater,
    Smaller,
    CyclicGreater,
    CyclicSmaller,
  };
  static_assert(static_cast<unsigned>(Operation::CyclicSmaller) ==
                DPA_WQE_WAIT_OPERATION_MAX);
  Operation operation = Operation::Always;
  bool isInverted = false;
  uint8_t failAction = 0; ///< 3 bits
  uint32_t lkey = 0;
  uint64_t address = 0; ///< aligned to 8
  uint64_t value = 0;
  uint64_t mask = 0;
};

/// A matrix, of which the rows become columns.
struct Transpose {
  uint8_t elementSize = 0; ///< as the program wrote it
  uint8_t columns = 0;     ///< 7 bits
  uint8_t rows = 0;        ///< 7 bits
};

/// A send WQE. Parts that the opcode or the queue does not have are as the
/// initialisers say.
struct SendRequest {
  WqeControl control;
  EthernetPart ethernet;  ///< Ethernet queues: SEND, LSO, MPSW
  AddressVector datagram; ///< datagram queues: sends
  uint64_t remoteAddress = 0;
  uint32_t remoteKey = 0;
  uint64_t swapOrAdd = 0;
  uint64_t compare = 0;
  WaitOnData wait;
  Transpose transpose;
  /// What is sent or written; where read and atomic operations put their
  /// result. MPSW: each entry is a packet. LOCAL_MMO: source, destination.
  WqeDataList data;
};

/// The kind of a queue: decides which segments follow the control segment and
/// which opcodes are allowed.
enum class WireQueue : uint8_t {
  Ethernet,   ///< send queue (SQ) of raw packets
  Reliable,   ///< RC queue pair
  Unreliable, ///< UC queue pair
  Datagram,   ///< UD queue pair
};

/// Reads the send WQE of control.segments * 16 bytes at the beginning of
/// `bytes`. With an error, request.control is still what the control segment
/// says; the rest is unspecified.
std::optional<WqeError> readSendWqe(ByteView bytes, WireQueue queue,
                                    SendRequest &request);
/// The same for a caller that has read request.control.
std::optional<WqeError> readSendSegments(ByteView bytes, WireQueue queue,
                                         SendRequest &request);

/// A receive WQE.
struct ReceiveRequest {
  uint16_t nextIndex = 0; ///< shared receive queues: the next WQE of the list
  WqeDataList data;       ///< memory only, in the order in which it is filled
};

/// Reads the receive WQE that `bytes` (the stride of the queue, a multiple of
/// 16 up to 512) are. WQEs of a shared (linked list) queue begin with a
/// segment that names the next one.
std::optional<WqeError> readReceiveWqe(ByteView bytes, bool isShared,
                                       ReceiveRequest &request);

} // namespace dpa

#endif
