// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory and UARs of queues in memory of the program.
#ifndef DPA_RUNTIME_DOCA_COMMON_QUEUE_RESOURCES_H
#define DPA_RUNTIME_DOCA_COMMON_QUEUE_RESOURCES_H

#include "runtime/doca/common/dpa-context.h"
#include "runtime/include/doca/doca_uar.h"
#include "runtime/include/doca/doca_umem.h"

struct doca_umem : dpa::doca::Object {
  static constexpr const char *kind = "umem";
  dpa::doca::DpaContext *dpa = nullptr;
  dpa::doca::Use dpaUse;
  uint64_t address = 0;
  size_t size = 0;
};

struct doca_uar : dpa::doca::Object {
  static constexpr const char *kind = "UAR";
  dpa::doca::DpaContext *dpa = nullptr;
  dpa::doca::Use dpaUse;
};

#endif
