// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands behind a struct flexio_msg_stream: see stream.h.
#include "runtime/host/stream.h"

#include "runtime/abi/message-streams.h"
#include "runtime/host/device-context.h"
#include "runtime/host/enum-value.h"
#include "runtime/host/log.h"

namespace dpa::host {

namespace {

constexpr size_t dataSizeMin = 2048;

bool isPowerOfTwo(size_t value) {
  return value != 0 && (value & (value - 1)) == 0;
}

bool isStreamLevel(const char *call, uint8_t level) {
  if (level <= FLEXIO_MSG_DEV_DEBUG && level != FLEXIO_MSG_DEV_ALWAYS_PRINT)
    return true;
  logError(call, "no level of a stream (expected %d or %d to %d, got %u)",
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
      mode != FLEXIO_LOG_DEV_SYNC_MODE_SYNC) {
    logError(call,
             "sync mode %u is not offered yet (expected %d, which is sync)",
             mode, FLEXIO_LOG_DEV_SYNC_MODE_SYNC);
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
  return isStreamLevel(call, attributes.level);
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
    logError(call, "no such affinity type in mgmt_affinity (got %u)",
             numberOf(attributes.mgmt_affinity.type));
    return nullptr;
  }
  std::string name = attributes.stream_name ? attributes.stream_name : "";
  std::shared_ptr<MessageStream> hostEnd =
      process->streams().open(std::move(name), out);
  if (!hostEnd) {
    logError(call, "process %s: all %d streams are open",
             process->title().c_str(), FLEXIO_MSG_DEV_MAX_STREAMS_AMOUNT);
    return nullptr;
  }
  std::shared_ptr<FlexioStream> stream(
      new FlexioStream(process, hostEnd, *affinity));
  bool isDefault = stream->id() == FLEXIO_MSG_DEV_DEFAULT_STREAM_ID;
  uint8_t level = isDefault && attributes.level == 0 ? FLEXIO_MSG_DEV_INFO
                                                     : attributes.level;
  if (stream->callDevice(call, DPA_STREAM_CONFIGURE_STUB, level) !=
      FLEXIO_STATUS_SUCCESS) {
    process->streams().close(hostEnd->id());
    return nullptr;
  }
  return stream;
}

void FlexioStream::close(const char *call) {
  if (std::shared_ptr<FlexioProcess> alive = process()) {
    if (alive->status() == 0)
      callDevice(call, DPA_STREAM_CLOSE_STUB, 0);
    alive->streams().close(id());
  }
  hostEnd->drain();
}

flexio_status FlexioStream::setLevel(const char *call, uint8_t level) {
  if (id() == FLEXIO_MSG_DEV_DEFAULT_STREAM_ID) {
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
  std::shared_ptr<FlexioProcess> alive = process();
  if (!alive)
    return FLEXIO_STATUS_FAILED;
  std::optional<uint64_t> entry = alive->app().elf().address(stub);
  if (!entry) {
    logError(
        call,
        "process %s: the image has no '%s'; is it linked with libflexio_dev?",
        alive->title().c_str(), stub);
    return FLEXIO_STATUS_FAILED;
  }
  dpa_stream_arguments arguments{id(), level};
  ArgumentBuffers::Lease buffer(alive->argumentBuffers(), sizeof arguments);
  if (buffer.address() == 0 ||
      !alive->writeArguments(buffer.address(), &arguments, sizeof arguments)) {
    logError(call,
             "process %s: the heap has no room for %zu bytes of arguments",
             alive->title().c_str(), sizeof arguments);
    return FLEXIO_STATUS_FAILED;
  }
  uint64_t answer = DPA_STREAM_OK;
  flexio_status status =
      alive->call({call, stub, *entry, buffer.address(), 0, affinity}, answer);
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
  static auto &table = *new Handles<FlexioStream>;
  return table;
}

void forgetStreams(FlexioProcess &process) {
  auto isOfProcess = [&](const FlexioStream &stream) {
    return stream.process().get() == &process;
  };
  while (const void *handle = streams().findIf(isOfProcess).first)
    streams().remove(handle);
}

} // namespace dpa::host
