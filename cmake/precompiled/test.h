// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What unit tests include. Precompiled (DpaPrecompile.cmake), never included.
#include "standard.h"

#include <gtest/gtest.h>
