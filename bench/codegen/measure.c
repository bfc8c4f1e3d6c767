/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Entry points for the programs of bench/cpu/guest.
 */
#include "programs.h"

#include "measure.h"

MEASURE(list)
MEASURE(matrix)
MEASURE(crc)
MEASURE(state)
MEASURE(mix)
MEASURE(packet)
MEASURE(memory)
