// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The queue for copies of device code of DOCA 1.5 and 2.5, whose functions do not
// have a queue argument. A context owns it; it is not counted as a user of the
// context.
#ifndef DPA_RUNTIME_DOCA_DPA_COPY_QUEUE_H
#define DPA_RUNTIME_DOCA_DPA_COPY_QUEUE_H

#include "runtime/doca/common/completion-queue.h"

struct flexio_sq;

namespace dpa::doca {

/// Must be destroyed before the program of the context.
class CopyQueue {
public:
  static constexpr const char *kind = "copy queue";

  explicit CopyQueue(const DpaContext &dpa);
  CopyQueue(const CopyQueue &) = delete;
  CopyQueue &operator=(const CopyQueue &) = delete;
  ~CopyQueue();

  doca_error_t create();
  /// Device address of a doca_abi_copies.
  uint64_t handle() const { return object_.address(); }

private:
  DpaContext view_; ///< the context, as memory and queues use it
  DeviceMemory ring_{kind};
  DeviceMemory record_{kind};
  DeviceMemory object_{kind};
  CompletionQueue completions_{kind};
  flexio_sq *queue_ = nullptr;
};

} // namespace dpa::doca

#endif
