// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands behind a struct flexio_msg_stream: see stream.h.
#include "runtime/host/objects/stream.h"

#include "base/enum-value.h"
#include "runtime/abi/message-rings.h"
#include "runtime/abi/message-streams.h"
#include "runtime/host/messages/trace-formats.h"
#include "runtime/host/process/device-context.h"
#include "runtime/host/process/functions.h"
#include "runtime/host/process/remote-call.h"
#include "runtime/host/support/log.h"
#include "runtime/host/support/readable-memory.h"

#include <atomic>
#include <cstddef>
#include <span>
#include <system_error>

namespace dpa::host {
namespace {

constexpr size_t dataSizeMin = 2048;

bool isPowerOfTwo(size_t value) {
  return value != 0 && (value & (value - 1)) == 0;
}

bool isStreamLevel(const char *call, uint8_t level) {
  if (level <= FLEXIO_MSG_DEV_DEBUG && level != FLEXIO_MSG_DEV_ALWAYS_PRINT)
    return true;
  logError(call, "not a stream level (expected %d or %d to %d, got %u)",
           FLEXIO_MSG_DEV_NO_PRINT, FLEXIO_MSG_DEV_ERROR, FLEXIO_MSG_DEV_DEBUG,
           level);
  return false;
}

bool areGood(const char *call, const flexio_msg_stream_attr_t &attributes,
             const FILE *out) {
  if (!out) {
    logError(call, "the output file is NULL");
    return false;
  }
  if (unsigned mode = numberOf(attributes.sync_mode);
      mode > FLEXIO_LOG_DEV_SYNC_MODE_TRACER) {
    logError(call, "no such sync mode (expected %d to %d, got %d)",
             FLEXIO_LOG_DEV_SYNC_MODE_SYNC, FLEXIO_LOG_DEV_SYNC_MODE_TRACER,
             shownNumber(attributes.sync_mode));
    return false;
  }
  if (attributes.data_bsize < dataSizeMin ||
      !isPowerOfTwo(attributes.data_bsize)) {
    logError(
        call,
        "bad data_bsize (expected a power of two of at least %zu, got %zu)",
        dataSizeMin, attributes.data_bsize);
    return false;
  }
  if (attributes.stream_name && !readableText(attributes.stream_name)) {
    logError(call, "the stream_name at %p cannot be read",
             static_cast<const void *>(attributes.stream_name));
    return false;
  }
  return isStreamLevel(call, attributes.level);
}

// Nothing, with an entry in the log, if the heap has no room.
std::optional<StreamRing> makeRing(const char *call, FlexioProcess &process,
                                   const flexio_msg_stream_attr_t &attributes) {
  StreamRing ring{.mode = numberOf(attributes.sync_mode)};
  if (ring.mode == DPA_STREAM_SYNC)
    return ring;
  ring.size = attributes.data_bsize;
  std::optional<uint64_t> block;
  if (ring.size <= process.heap().size())
    block = process.heap().allocate(DPA_RING_HEADER_SIZE + ring.size,
                                    HeapOwner::Library);
  if (!block || !process.memory().clearOwn(*block, DPA_RING_HEADER_SIZE)) {
    logError(call,
             "process %s: the heap has no room for a buffer of %zu bytes "
             "(data_bsize)",
             process.title().c_str(), attributes.data_bsize);
    return std::nullopt;
  }
  ring.address = *block;
  return ring;
}

void freeRing(FlexioProcess &process, const StreamRing &ring) {
  if (ring.address != 0)
    process.heap().free(ring.address, HeapOwner::Library);
}

MessageStreamSettings hostSettings(const FlexioProcess &process,
                                   const flexio_msg_stream_attr_t &attributes,
                                   const StreamRing &ring, FILE *out,
                                   std::vector<std::string> formats) {
  MessageStreamSettings settings;
  settings.name = attributes.stream_name ? attributes.stream_name : "";
  settings.out = out;
  settings.showsUnit = process.device().messages().showsUnit;
  settings.traceFormats = std::move(formats);
  if (ring.address != 0)
    settings.reader.emplace(ring.mode == DPA_STREAM_TRACER
                                ? RingReader::Kind::Trace
                                : RingReader::Kind::Text,
                            ring.size);
  return settings;
}

// Null, with an entry in the log, if all streams are open or no thread can be
// started.
std::shared_ptr<MessageStream> openHostEnd(const char *call,
                                           FlexioProcess &process,
                                           MessageStreamSettings settings) {
  try {
    if (auto opened = process.streams().open(std::move(settings)))
      return opened;
    logError(call, "process %s: all %d streams are open",
             process.title().c_str(), FLEXIO_MSG_DEV_MAX_STREAMS_AMOUNT);
  } catch (const std::system_error &error) {
    logError(call, "process %s: cannot start a thread for another stream: %s",
             process.title().c_str(), error.what());
  }
  return nullptr;
}

} // namespace

std::shared_ptr<FlexioStream>
FlexioStream::open(const char *call,
                   const std::shared_ptr<FlexioProcess> &process,
                   const flexio_msg_stream_attr_t &attributes, FILE *out) {
  if (!areGood(call, attributes, out))
    return nullptr;
  std::optional<Affinity> affinity = affinityOf(attributes.mgmt_affinity);
  if (!affinity) {
    logError(call, "no such affinity type in mgmt_affinity (got %d)",
             shownNumber(attributes.mgmt_affinity.type));
    return nullptr;
  }
  std::optional<std::vector<std::string>> formats =
      traceFormatsOf(call, attributes);
  if (!formats)
    return nullptr;
  std::optional<StreamRing> ring = makeRing(call, *process, attributes);
  if (!ring)
    return nullptr;
  std::shared_ptr<MessageStream> hostEnd = openHostEnd(
      call, *process,
      hostSettings(*process, attributes, *ring, out, std::move(*formats)));
  if (!hostEnd) {
    freeRing(*process, *ring);
    return nullptr;
  }
  std::shared_ptr<FlexioStream> stream(
      new FlexioStream(process, hostEnd, *affinity, *ring));
  uint8_t level = stream->isDefault() && attributes.level == 0
                      ? FLEXIO_MSG_DEV_INFO
                      : attributes.level;
  if (stream->callDevice(call, DPA_STREAM_CONFIGURE_STUB, level) !=
      FLEXIO_STATUS_SUCCESS) {
    process->streams().close(hostEnd->id());
    freeRing(*process, *ring);
    return nullptr;
  }
  return stream;
}

flexio_status FlexioStream::close(const char *call) {
  std::shared_ptr<FlexioProcess> alive = owner_.lock();
  if (alive) {
    if (flexio_status status = closeDevice(call, *alive);
        status != FLEXIO_STATUS_SUCCESS)
      return status;
    flush();
    alive->streams().close(id());
    freeRing(*alive, ring_);
  }
  hostEnd_->drain();
  return FLEXIO_STATUS_SUCCESS;
}

// Nothing runs any more in a process that has ended.
flexio_status FlexioStream::closeDevice(const char *call,
                                        const FlexioProcess &process) {
  if (process.status() != 0)
    return FLEXIO_STATUS_SUCCESS;
  flexio_status status = callDevice(call, DPA_STREAM_CLOSE_STUB, 0);
  return status == FLEXIO_STATUS_FATAL_ERR ? FLEXIO_STATUS_SUCCESS : status;
}

void FlexioStream::flush() {
  std::shared_ptr<FlexioProcess> alive = owner_.lock();
  if (alive && ring_.address != 0 && alive->device().messages().portIsUp)
    for (int tries = 8; tries > 0 && !showRing(*alive); tries--) {
    }
  hostEnd_->drain();
}

flexio_status FlexioStream::lossStatus(const char *call) {
  return hostEnd_->reportLoss(call) ? FLEXIO_STATUS_FAILED
                                    : FLEXIO_STATUS_SUCCESS;
}

// The device may write during the copy: records before the tail that is read
// afterwards may be overwritten in it. False: all of them may be.
bool FlexioStream::showRing(FlexioProcess &process) {
  uint64_t textCount = 0;
  dpa_message_ring before;
  dpa_message_ring after;
  std::string copy(ring_.size, 0);
  auto read = [&](uint64_t offset, void *to, size_t size) {
    bool isRead = process.memory().readOwn(ring_.address + offset, to, size);
    std::atomic_thread_fence(std::memory_order_acquire);
    return isRead;
  };
  if (!read(offsetof(dpa_message_ring, text_count), &textCount,
            sizeof textCount) ||
      !read(0, &before, sizeof before) ||
      !read(sizeof before, copy.data(), copy.size()) ||
      !read(0, &after, sizeof after))
    return true;
  if (after.tail > before.head)
    return false;
  hostEnd_->pushRing(after.tail, before.head, textCount, copy);
  return true;
}

flexio_status FlexioStream::setLevel(const char *call, uint8_t level) {
  if (isDefault()) {
    logError(call, "the level of the default stream cannot be changed");
    return FLEXIO_STATUS_FAILED;
  }
  if (!isStreamLevel(call, level))
    return FLEXIO_STATUS_FAILED;
  return callDevice(call, DPA_STREAM_CONFIGURE_STUB, level);
}

// Both functions of the device library have the same arguments and results.
flexio_status FlexioStream::callDevice(const char *call, const char *stub,
                                       uint8_t level) {
  std::shared_ptr<FlexioProcess> alive = owner_.lock();
  if (!alive)
    return FLEXIO_STATUS_FAILED;
  if (!alive->isAlive(call))
    return FLEXIO_STATUS_FATAL_ERR;
  std::optional<uint64_t> entry = libraryEntry(call, *alive, stub);
  if (!entry)
    return FLEXIO_STATUS_FAILED;
  dpa_stream_arguments arguments{id(), level, ring_.mode, ring_.address,
                                 ring_.size};
  ArgumentBuffers::Lease buffer(alive->argumentBuffers(), sizeof arguments);
  if (buffer.address() == 0) {
    logError(call,
             "process %s: the heap has no room for %zu bytes of arguments",
             alive->title().c_str(), sizeof arguments);
    return FLEXIO_STATUS_FAILED;
  }
  uint64_t answer = DPA_STREAM_OK;
  const std::string what = "message stream " + std::to_string(id());
  flexio_status status =
      runCall(*alive,
              {call, what, *entry, buffer.address(), 0, affinity_,
               std::as_bytes(std::span(&arguments, 1))},
              answer);
  if (status == FLEXIO_STATUS_SUCCESS && answer != DPA_STREAM_OK) {
    logError(
        call,
        "process %s: the device refused stream %u with level %u (answer %llu)",
        alive->title().c_str(), id(), level,
        static_cast<unsigned long long>(answer));
    return FLEXIO_STATUS_FAILED;
  }
  return status;
}

Handles<FlexioStream> &streams() {
  static auto &table = *new Handles<FlexioStream>("message stream");
  return table;
}

} // namespace dpa::host
