/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The entry point for one program of this folder, whose name is the macro
 * PROGRAM.
 */
#include "../measure.h"
#include "modules.h"

#define MEASURE_NAMED(name) MEASURE(name)
MEASURE_NAMED(PROGRAM)
