// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands behind a struct flexio_msg_stream: a stream's two ends, on the
// host and in the device library, and the calls into the device that keep them
// in step.
#ifndef DPA_RUNTIME_HOST_OBJECTS_STREAM_H
#define DPA_RUNTIME_HOST_OBJECTS_STREAM_H

#include "runtime/host/process/process.h"

namespace dpa::host {

/// A stream's buffer in device memory (runtime/abi/message-rings.h).
struct StreamRing {
  unsigned mode = 0;    ///< DPA_STREAM_...
  uint64_t address = 0; ///< 0 in sync mode
  uint64_t size = 0;    ///< of the records
};

class FlexioStream {
public:
  /// Opens the stream on both ends; null, with an entry in the log for `call`,
  /// if that fails.
  static std::shared_ptr<FlexioStream>
  open(const char *call, const std::shared_ptr<FlexioProcess> &process,
       const flexio_msg_stream_attr_t &attributes, FILE *out);

  /// Closes both ends when everything that was sent has been written. If the
  /// call into the device fails, which is logged, the stream stays open: device
  /// code may still write into its buffer.
  flexio_status close(const char *call);

  uint32_t id() const { return hostEnd_->id(); }
  bool isDefault() const { return id() == FLEXIO_MSG_DEV_DEFAULT_STREAM_ID; }
  pthread_t thread() const { return hostEnd_->thread(); }
  /// To be compared only: it may be destroyed already.
  const FlexioProcess &process() const { return *address_; }
  /// Shows the contents of the stream's buffer; returns when everything sent so
  /// far has been written.
  void flush();
  /// The status for messages that could not be written since the last call,
  /// which are logged.
  flexio_status lossStatus(const char *call);

  flexio_status setLevel(const char *call, uint8_t level);

private:
  FlexioStream(const std::shared_ptr<FlexioProcess> &process,
               std::shared_ptr<MessageStream> hostEnd, Affinity affinity,
               StreamRing ring)
      : owner_(process), address_(process.get()), hostEnd_(std::move(hostEnd)),
        affinity_(affinity), ring_(ring) {}
  bool showRing(FlexioProcess &process);
  flexio_status closeDevice(const char *call, const FlexioProcess &process);
  flexio_status callDevice(const char *call, const char *stub, uint8_t level);

  const std::weak_ptr<FlexioProcess> owner_;
  const FlexioProcess *const address_;
  const std::shared_ptr<MessageStream> hostEnd_;
  const Affinity affinity_; ///< where calls into the device run
  const StreamRing ring_;
};

/// Live streams by what the program holds.
Handles<FlexioStream> &streams();

} // namespace dpa::host

#endif
