// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A completion context: a completion queue of Flex IO in device memory, and what
// device code knows of it.
#ifndef DPA_RUNTIME_DOCA_DPA_COMPLETION_H
#define DPA_RUNTIME_DOCA_DPA_COMPLETION_H

#include "runtime/doca/common/dpa-completion.h"
#include "runtime/doca/dpa/thread.h"

struct doca_dpa_completion : dpa::doca::DpaCompletion {
  ~doca_dpa_completion() { stop(); }

  doca_error_t start(const char *call);
  void stop();

  doca_dpa *owner = nullptr; ///< DpaCompletion::dpa
  dpa::doca::Use ownerUse;
  unsigned size = 0; ///< a power of two
  doca_dpa_thread *thread = nullptr;
  dpa::doca::Use threadUse;
  uint64_t handle = 0; ///< device address

private:
  doca_error_t createQueue();

  uint64_t ring_ = 0;
  uint64_t doorbellRecord_ = 0;
  flexio_cq *queue_ = nullptr;
};

#endif
