// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands behind a struct flexio_window and a struct flexio_mkey: a number
// that the device knows, and the process that it belongs to.
#ifndef DPA_RUNTIME_HOST_OBJECTS_WINDOW_H
#define DPA_RUNTIME_HOST_OBJECTS_WINDOW_H

#include "runtime/host/process/process.h"

namespace dpa::host {

struct NumberedObject {
  const std::shared_ptr<FlexioProcess> owner;
  const uint32_t number;

  FlexioProcess &process() const { return *owner; }
};

/// Live ones by what the program holds.
Handles<NumberedObject> &windows();
Handles<NumberedObject> &mkeys();

} // namespace dpa::host

#endif
