// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables of windows and memory keys: see window.h.
#include "runtime/host/objects/window.h"

namespace dpa::host {

Handles<NumberedObject> &windows() {
  static auto &table = *new Handles<NumberedObject>("window");
  return table;
}

Handles<NumberedObject> &mkeys() {
  static auto &table = *new Handles<NumberedObject>("memory key");
  return table;
}

} // namespace dpa::host
