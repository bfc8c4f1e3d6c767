// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names that entry points and apps may not have, because the host defines them.
#include "clang-plugin/host-names.h"

#include <gtest/gtest.h>

namespace {

using namespace dpa::frontend;

TEST(HostNames, AreReserved) {
  for (const char *name : {"read", "write", "open", "close", "send", "recv",
                           "a64l", "_exit", "wprintf", "sin", "environ"})
    EXPECT_EQ(classifyHostName(name), HostName::Library) << name;
  for (const char *name :
       {"uint8_t", "int_fast16_t", "uint_least32_t", "intptr_t", "uintmax_t",
        "UINT8_MAX", "INT_FAST64_MIN", "UINT64_C", "SIZE_MAX", "INTPTR_WIDTH",
        "NULL", "size_t", "int", "while", "linux", "flexio_app_create"})
    EXPECT_EQ(classifyHostName(name), HostName::Header) << name;
  EXPECT_EQ(classifyHostName("main"), HostName::Main);
}

TEST(HostNames, OthersAreNotReserved) {
  for (const char *name : {"", " ", "a", "readAll", "rea", "ead", "my_app",
                           "uint7_t", "u", "INT_", "_MAX", "MY_MAX", "uint",
                           "flexio_app", "read write", "write ", " read"})
    EXPECT_FALSE(isReservedHostName(name)) << name;
}

} // namespace
