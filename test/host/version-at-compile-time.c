// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// FLEXIO_VER_USED selects a version at compile time: the default and LATEST are the current one; the oldest supported one
// warns, an older one is an error.
// RUN: gcc -DFLEXIO_ALLOW_EXPERIMENTAL_API -I%sdk/include -Wall -Wextra -Werror -fsyntax-only %s
// RUN: gcc -DUSED='FLEXIO_VER(24,4,0)' -DWANTED='FLEXIO_VER(24,4,0)' -I%sdk/include -Werror -fsyntax-only %s
// RUN: gcc -DUSED=FLEXIO_VER_LATEST -I%sdk/include -Werror -fsyntax-only %s
// RUN: gcc -DUSED='FLEXIO_VER(24,4,0)' -DWANTED='FLEXIO_VER(24,4,0)' '-DFLEXIO_LAST_SUPPORTED_VERSION=FLEXIO_VER(24,1,0)' -I%sdk/include -Werror -fsyntax-only %s
// RUN: gcc -DUSED='FLEXIO_VER(24,4,0)' -DWANTED='FLEXIO_VER(24,4,0)' '-DFLEXIO_LAST_SUPPORTED_VERSION=FLEXIO_VER(24,4,0)' -I%sdk/include -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=OLDEST
// RUN: not gcc -DUSED='FLEXIO_VER(24,4,0)' -DWANTED='FLEXIO_VER(24,4,0)' '-DFLEXIO_LAST_SUPPORTED_VERSION=FLEXIO_VER(24,7,0)' -I%sdk/include -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=TOO-OLD
// OLDEST: warning: #warning "FLEXIO_VER_USED is the oldest version still supported
// TOO-OLD: error: #error "FLEXIO_VER_USED is older than FLEXIO_LAST_SUPPORTED_VERSION
#include <libflexio/flexio_ver.h>
#ifdef USED
#define FLEXIO_VER_USED USED
#endif
#include <libflexio/flexio.h>

#ifndef WANTED
#define WANTED FLEXIO_CURRENT_VERSION
#endif

_Static_assert(FLEXIO_VER_USED == WANTED, "the version that was asked for");
_Static_assert(FLEXIO_VER(25, 1, 0) == 0x19010000, "year, month, nothing");
_Static_assert(FLEXIO_VER_LATEST == 0xffffffff, "newer than all");
_Static_assert(FLEXIO_CURRENT_VERSION > FLEXIO_LAST_SUPPORTED_VERSION,
               "there is a range");
