/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Clocks of devices. C and C++.
 */
#ifndef DOCA_CLOCK_H
#define DOCA_CLOCK_H

#include <doca_compat.h>
#include <doca_error.h>

#ifdef __cplusplus
extern "C" {
#endif

struct doca_devinfo;

/** Returns SUCCESS if completions of the device have time stamps of a free-running clock, as those of
 * emulated devices do, otherwise NOT_SUPPORTED. INVALID_VALUE: not a live device description. */
DOCA_EXPERIMENTAL doca_error_t doca_clock_cap_nic_free_running_is_supported(
    const struct doca_devinfo *devinfo);
/** Returns SUCCESS if completions have time stamps of a real-time clock, otherwise NOT_SUPPORTED, as for
 * emulated devices. INVALID_VALUE: not a live device description. */
DOCA_EXPERIMENTAL doca_error_t
doca_clock_cap_nic_real_time_is_supported(const struct doca_devinfo *devinfo);

#ifdef __cplusplus
}
#endif

#endif
