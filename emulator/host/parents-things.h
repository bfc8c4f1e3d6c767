// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps what the child of a fork() has of its parent and must never destroy,
// since that would wait for threads that are only the parent's.
#ifndef DPA_EMULATOR_HOST_PARENTS_THINGS_H
#define DPA_EMULATOR_HOST_PARENTS_THINGS_H

#include <memory>

namespace dpa {

/// For ever, where leak checkers find it. Takes no lock.
void keepThingOfParent(std::shared_ptr<void> thing);

} // namespace dpa

#endif
