/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A probe: a function that checks one property of the entry code, the firmware or the device
 * library. The tests call it by its name with two arguments.
 */
#ifndef DPA_TEST_UNIT_DEVICE_PROBE_H
#define DPA_TEST_UNIT_DEVICE_PROBE_H

#include <stdint.h>

#define PROBE __attribute__((used, retain, noinline)) uint64_t

#pragma clang diagnostic ignored "-Wmissing-prototypes"

#endif
