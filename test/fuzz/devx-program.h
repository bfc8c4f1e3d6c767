// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program of the fuzz target of DevX commands: what it has opened.
#ifndef DPA_TEST_FUZZ_DEVX_PROGRAM_H
#define DPA_TEST_FUZZ_DEVX_PROGRAM_H

#include "emulator/verbs/device-list.h"
#include "test/fuzz/devx-fake-device.h"

#include <infiniband/mlx5dv.h>

namespace dpa::test {

struct DevxProgram {
  std::shared_ptr<SteeredDevice> device;
  /// Its address is the name of an object of libflexio.
  char receiveQueue = 0;
  ibv_qp queuePair{};
  uint32_t lastDomain = 0; ///< its number
  int domains = 0;         ///< that exist
};

/// Of the input that runs now.
DevxProgram &devxProgram();
/// Of all inputs.
verbs::VerbsContext &devxContext();

} // namespace dpa::test

#endif
