// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands behind a struct flexio_window and a struct flexio_mkey: numbers
// that the device knows, and the process that they belong to. Destroying one
// gives the number back.
#ifndef DPA_RUNTIME_HOST_OBJECTS_WINDOW_H
#define DPA_RUNTIME_HOST_OBJECTS_WINDOW_H

#include "runtime/host/process/process.h"

namespace dpa::host {

class FlexioWindow {
public:
  FlexioWindow(std::shared_ptr<FlexioProcess> process, uint32_t id)
      : owner_(std::move(process)), number_(id) {}
  const std::shared_ptr<FlexioProcess> &process() const { return owner_; }
  uint32_t id() const { return number_; }

private:
  const std::shared_ptr<FlexioProcess> owner_;
  const uint32_t number_;
};

class FlexioMkey {
public:
  FlexioMkey(std::shared_ptr<FlexioProcess> process, uint32_t key)
      : owner_(std::move(process)), number_(key) {}
  const std::shared_ptr<FlexioProcess> &process() const { return owner_; }
  uint32_t key() const { return number_; }

private:
  const std::shared_ptr<FlexioProcess> owner_;
  const uint32_t number_;
};

/// Live ones by what the program holds.
Handles<FlexioWindow> &windows();
Handles<FlexioMkey> &mkeys();

/// Before a process is destroyed: its windows and keys go with it.
void forgetWindows(const FlexioProcess &process);

} // namespace dpa::host

#endif
