// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// FLEXIO_DEV_VER_USED is the current version if it is not defined or is LATEST; the oldest
// supported version warns.
// RUN: %device_cc -c %s -o %t.o -DEXPECTED='FLEXIO_DEV_CURRENT_VERSION'
// RUN: %device_cc -c %s -o %t.o -DFLEXIO_DEV_VER_USED=FLEXIO_DEV_VER_LATEST -DEXPECTED='FLEXIO_DEV_CURRENT_VERSION'
// RUN: %device_cc -c %s -o %t.o -DFLEXIO_DEV_VER_USED='FLEXIO_DEV_VER(24,4,0)' -DEXPECTED='FLEXIO_DEV_VER(24,4,0)'
// RUN: not %device_cc -c %s -o %t.o -DFLEXIO_DEV_VER_USED='FLEXIO_DEV_VER(0,0,0)' -DEXPECTED=0 2>&1 | FileCheck %s
// CHECK: {{warning|error}}: "FLEXIO_DEV_VER_USED: support for this version of the Flex IO device interface ends soon"
#include <libflexio-dev/flexio_dev.h>

_Static_assert(FLEXIO_DEV_VER_USED == (EXPECTED), "version");
_Static_assert(FLEXIO_DEV_VER(25, 1, 7) == 0x19010007,
               "year << 24 | month << 16 | sub");
_Static_assert(FLEXIO_DEV_VER_LATEST == 0xffffffff, "latest");
_Static_assert((int)FLEXIO_CTRL_SEG_CE_CQE_ON_CQE_ERROR ==
                       (int)MLX5_CTRL_SEG_CE_CQE_ON_CQE_ERROR &&
                   (int)FLEXIO_CTRL_SEG_CE_CQE_AND_EQE == 3,
               "names of version 26.1");
