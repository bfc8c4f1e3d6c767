// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A completion queue that a library owns: programs of DOCA 1.5 and 2.5 have no
// completion contexts, and device code of the library reads the completions.
#ifndef DPA_RUNTIME_DOCA_COMMON_COMPLETION_QUEUE_H
#define DPA_RUNTIME_DOCA_COMMON_COMPLETION_QUEUE_H

#include "runtime/doca/common/device-memory.h"

struct flexio_cq;

namespace dpa::doca {

/// Freed by its destructor. Must be destroyed before the context, and after the
/// queues that complete in it.
class CompletionQueue {
public:
  /// `user`: the kind of the object that owns the queue.
  explicit CompletionQueue(const char *user)
      : ring_(user), record_(user), object_(user) {}
  CompletionQueue(const CompletionQueue &) = delete;
  CompletionQueue &operator=(const CompletionQueue &) = delete;
  DOCA_INTERNAL ~CompletionQueue();

  /// Creates a queue of `entries` completions, a power of two. Called once.
  DOCA_INTERNAL doca_error_t create(DpaContext &dpa, uint32_t entries);

  uint32_t number() const { return number_; }
  /// Device address of a doca_abi_completion; 0 before create().
  uint64_t handle() const { return object_.address(); }

private:
  doca_error_t allocate(DpaContext &dpa, uint32_t entries);

  DeviceMemory ring_;
  DeviceMemory record_;
  DeviceMemory object_;
  flexio_cq *queue_ = nullptr;
  uint32_t number_ = 0;
};

} // namespace dpa::doca

#endif
