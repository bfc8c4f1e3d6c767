// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of a stand-in library that are not emulated, one for each row
// of its table (VERBS_TABLE): each reports that once and fails. The prototypes
// are not included: arguments are ignored.
#include "emulator/verbs/refusals.h"

#include "base/uncancelled.h"

#include <cerrno>
#include <cstdio>

namespace dpa::verbs {

void refuseOnce(std::atomic<bool> &said, const char *name) {
  uncancelled([&] {
    return said.exchange(true) ||
           std::fprintf(stderr, "dpa-verbs: %s is not emulated\n", name) > 0;
  });
  errno = EOPNOTSUPP;
}

} // namespace dpa::verbs

#define VERBS_REFUSE(type, symbol, name, result)                               \
  extern "C" type symbol();                                                    \
  extern "C" type symbol() {                                                   \
    static std::atomic<bool> said;                                             \
    dpa::verbs::refuseOnce(said, #name);                                       \
    return result;                                                             \
  }

#define VERBS_Emulated(symbol, name)
#define VERBS_Status(symbol, name) VERBS_REFUSE(int, symbol, name, EOPNOTSUPP)
#define VERBS_Pointer(symbol, name) VERBS_REFUSE(void *, symbol, name, nullptr)
#define VERBS_Negative(symbol, name) VERBS_REFUSE(int, symbol, name, -1)
#define VERBS_Zero(symbol, name) VERBS_REFUSE(long, symbol, name, 0)
#define VERBS_Nothing(symbol, name) VERBS_REFUSE(void, symbol, name, )
// Called by the constructor of a provider, which offers its driver: ignored.
#define VERBS_Silent(symbol, name)                                             \
  extern "C" void symbol();                                                    \
  extern "C" void symbol() {}
#define VERBS_Flag(symbol, name)                                               \
  extern "C" bool(symbol);                                                     \
  bool(symbol) = false;

#define VERBS_FUNCTION(name, version, kind) VERBS_##kind(name, name)
#define VERBS_OLD(name, version, kind)                                         \
  __asm__(".symver old_" #name ", " #name "@" #version);                       \
  VERBS_##kind(old_##name, name)

#include VERBS_TABLE
