/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What a probe is: a function that tries one promise of the entry code, the firmware or the device library. It is called
 * by name with two arguments.
 */
#ifndef DPA_TEST_UNIT_DEVICE_PROBE_H
#define DPA_TEST_UNIT_DEVICE_PROBE_H

#include <stdint.h>

#define PROBE __attribute__((used, retain, noinline)) uint64_t

#pragma clang diagnostic ignored "-Wmissing-prototypes"

#endif
