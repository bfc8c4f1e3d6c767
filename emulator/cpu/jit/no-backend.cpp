// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For hosts without a back end: everything stays with the interpreter.
#include "emulator/cpu/jit/backend.h"

namespace dpa::cpu::jit {

bool hostIsSupported(std::string &why) {
  why = "there is no translator for this host's processor";
  return false;
}

bool hostConvertsBranches() {
  return false;
}

bool emitGates(CodeMemory &, Gates &) {
  return false;
}

bool emitFragment(const Fragment &, const Translation &,
                  std::vector<EntryPoint> &) {
  return false;
}

} // namespace dpa::cpu::jit
