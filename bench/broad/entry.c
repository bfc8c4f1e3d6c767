/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The entry points of a device image for the program of the macro PROGRAM.
 */
#include "../codegen/measure.h"

#define JOIN(a, b) a##b
#define NAMED(name) JOIN(program_, name)
#define MEASURE_NAMED(name) MEASURE(name)

uint64_t NAMED(PROGRAM)(uint64_t rounds);

MEASURE_NAMED(PROGRAM)
