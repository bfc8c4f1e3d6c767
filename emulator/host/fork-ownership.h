// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps objects that the child of a fork() inherited and must never destroy,
// since that would wait for threads of the parent.
#ifndef DPA_EMULATOR_HOST_FORK_OWNERSHIP_H
#define DPA_EMULATOR_HOST_FORK_OWNERSHIP_H

#include <memory>

namespace dpa {

/// Keeps it for ever, reachable for leak checkers. Takes no lock.
void keepInherited(std::shared_ptr<void> object);

} // namespace dpa

#endif
