/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Which functions are experimental, in which version of the interface: a row for each function, with
 * the version since which it is marked; used by the other headers only, after their declarations.
 * Functions without a row are not marked. The version is FLEXIO_DEV_VER_USED. Programs that name no
 * version get the marks of the current one, except in builds by dpacc without -mcpu
 * (__DPACC_DEFAULT_MODEL__): such builds are older than version 24.10, which required -mcpu, and
 * before which nothing was marked.
 *
 * version         | marked functions
 * ----------------|-----------------
 * before 24.10    | none
 * 24.10 to 25.0   | rows of 24_10
 * 25.1 to 25.9    | and of 25_1
 * 25.10 and later | and of 25_10
 */
#ifndef FLEXIO_DEV_MARKS_H
#define FLEXIO_DEV_MARKS_H

#include "flexio_dev_ver.h"

/* Set before FLEXIO_DEV_VER_USED gets its default, and evaluated after that. */
#if !defined FLEXIO_DEV_VER_USED && defined __DPACC_DEFAULT_MODEL__
#define FLEXIO_DEV_MARKED_VERSION_ FLEXIO_DEV_VER(0, 0, 0)
#else
#define FLEXIO_DEV_MARKED_VERSION_ FLEXIO_DEV_VER_USED
#endif

/* flexio_dev.h */
#define FLEXIO_DEV_MARKS_OF_THREADS_                                           \
  FLEXIO_DEV_MARKED_24_10_(flexio_dev_get_thread_ctx)                          \
  FLEXIO_DEV_MARKED_24_10_(flexio_dev_get_thread_id)                           \
  FLEXIO_DEV_MARKED_24_10_(flexio_dev_get_thread_local_storage)                \
  FLEXIO_DEV_MARKED_25_1_(flexio_dev_get_current_thread_name)                  \
  FLEXIO_DEV_MARKED_24_10_(flexio_dev_thread_reschedule)                       \
  FLEXIO_DEV_MARKED_24_10_(flexio_dev_thread_finish)                           \
  FLEXIO_DEV_MARKED_24_10_(flexio_dev_thread_retrigger)                        \
  FLEXIO_DEV_MARKED_24_10_(flexio_dev_process_finish)                          \
  FLEXIO_DEV_MARKED_24_10_(flexio_dev_event_handler_activate)                  \
  FLEXIO_DEV_MARKED_24_10_(flexio_dev_yield)                                   \
  FLEXIO_DEV_MARKED_25_10_(flexio_dev_yield_and_retrigger)                     \
  FLEXIO_DEV_MARKED_24_10_(flexio_dev_outbox_config)                           \
  FLEXIO_DEV_MARKED_24_10_(flexio_dev_outbox_config_fast)                      \
  FLEXIO_DEV_MARKED_24_10_(flexio_dev_outbox_config_uar_extension)             \
  FLEXIO_DEV_MARKED_24_10_(flexio_dev_cross_device_ring_db)                    \
  FLEXIO_DEV_MARKED_24_10_(flexio_dev_get_pcc_table_base)                      \
  FLEXIO_DEV_MARKED_24_10_(flexio_dev_msg)                                     \
  FLEXIO_DEV_MARKED_24_10_(flexio_dev_puts)                                    \
  FLEXIO_DEV_MARKED_24_10_(flexio_dev_nic_counters_config)                     \
  FLEXIO_DEV_MARKED_24_10_(flexio_dev_nic_counters_sample)

/* flexio_dev_window.h */
#define FLEXIO_DEV_MARKS_OF_WINDOW_                                            \
  FLEXIO_DEV_MARKED_24_10_(flexio_dev_multi_window_config)                     \
  FLEXIO_DEV_MARKED_24_10_(flexio_dev_multi_window_mkey_config)                \
  FLEXIO_DEV_MARKED_24_10_(flexio_dev_multi_window_ptr_acquire)                \
  FLEXIO_DEV_MARKED_24_10_(flexio_dev_multi_window_copy_from_host)             \
  FLEXIO_DEV_MARKED_24_10_(flexio_dev_multi_window_copy_to_host)

/* flexio_dev_err.h */
#define FLEXIO_DEV_MARKS_OF_ERR_                                               \
  FLEXIO_DEV_MARKED_24_10_(flexio_dev_error)                                   \
  FLEXIO_DEV_MARKED_24_10_(flexio_dev_get_errno)                               \
  FLEXIO_DEV_MARKED_24_10_(flexio_dev_rst_errno)                               \
  FLEXIO_DEV_MARKED_24_10_(flexio_dev_get_and_rst_errno)

/* flexio_dev_tracer.h */
#define FLEXIO_DEV_MARKS_OF_TRACER_                                            \
  FLEXIO_DEV_MARKED_24_10_(flexio_dev_tracer_flush)                            \
  FLEXIO_DEV_MARKED_24_10_(flexio_dev_tracer_notify_host)

/* flexio_dev_debug.h */
#define FLEXIO_DEV_MARKS_OF_DEBUG_                                             \
  FLEXIO_DEV_MARKED_24_10_(flexio_dev_perf_print)                              \
  FLEXIO_DEV_MARKED_24_10_(flexio_dev_perf_measure_calibrate)                  \
  FLEXIO_DEV_MARKED_24_10_(print_sim_str)                                      \
  FLEXIO_DEV_MARKED_24_10_(print_sim_hex)                                      \
  FLEXIO_DEV_MARKED_24_10_(print_sim_int)                                      \
  FLEXIO_DEV_MARKED_24_10_(print_sim_putc)

#endif
