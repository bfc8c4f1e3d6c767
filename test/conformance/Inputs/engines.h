// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The engines that tests can run harts on, by name; only this file knows how an engine is selected.
#ifndef TEST_CONFORMANCE_ENGINES_H
#define TEST_CONFORMANCE_ENGINES_H

#include "emulator/cpu/hart.h"

#include <memory>
#include <string>
#include <vector>

namespace conformance {

/// The engines of this build; the first is the reference.
std::vector<std::string> engines();

/// An empty address space whose harts run on `engine`, one of engines().
std::unique_ptr<dpa::cpu::AddressSpace> makeSpace(const std::string &engine);

/// The engines of a comma-separated list; `all` is engines(), `tiers` one of each kind. Reports an
/// unknown name and exits with 2.
std::vector<std::string> enginesOf(const std::string &list);

} // namespace conformance

#endif
