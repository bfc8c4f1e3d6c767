// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions that version 25.1 of the interface marks as experimental are marked, others are
// not, and in a program that requests a version before 24.10 none is marked.
// DEFINE: %{use} = -UFLEXIO_DEV_ALLOW_EXPERIMENTAL_API -Wno-error -fsyntax-only
// RUN: %device_cc %{use} %s 2>&1 | FileCheck %s --check-prefixes=ALL,ALL-26 --implicit-check-not=warning:
// RUN: %device_cc %{use} -DVERSION="FLEXIO_DEV_VER(26, 1, 0)" %s 2>&1 | FileCheck %s --check-prefixes=ALL,ALL-26 --implicit-check-not=warning:
// RUN: %device_cc %{use} -DVERSION=FLEXIO_DEV_VER_LATEST %s 2>&1 | FileCheck %s --check-prefixes=ALL,ALL-26 --implicit-check-not=warning:
// RUN: %device_cc %{use} -DVERSION="FLEXIO_DEV_VER(25, 1, 0)" %s 2>&1 | FileCheck %s --check-prefixes=ALL,ALL-25 --implicit-check-not=warning:
// RUN: %device_cc %{use} -DVERSION="FLEXIO_DEV_VER(24, 10, 0)" %s 2>&1 | FileCheck %s --check-prefixes=ALL --implicit-check-not=warning:
// RUN: %device_cc %{use} -Werror -DVERSION="FLEXIO_DEV_VER(24, 4, 0)" %s 2>&1 | count 0
// RUN: clang++-22 -x c++ -std=c++17 --target=riscv64-unknown-elf -ffreestanding -isystem %sdk/include -isystem %sdk/lib/dpa/include -fsyntax-only %s 2>&1 | FileCheck %s --check-prefixes=ALL,ALL-26 --implicit-check-not=warning:
#ifdef VERSION
#include <libflexio-dev/flexio_dev_ver.h>
#define FLEXIO_DEV_VER_USED VERSION
#endif
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_debug.h>
#include <libflexio-dev/flexio_dev_err.h>
#include <libflexio-dev/flexio_dev_queue_access.h>
#include <libflexio-dev/flexio_dev_tracer.h>

#define USE(function) (void)&(function)

/* Not marked: doorbells. */
void use_unmarked_doorbells(void);
void use_unmarked_doorbells(void) {
  USE(flexio_dev_cq_arm);
  USE(flexio_dev_zcqe_gen);
  USE(flexio_dev_dbr_cq_set_ci);
  USE(flexio_dev_dbr_rq_inc_pi);
  USE(flexio_dev_cc_ring_db);
  USE(flexio_dev_cc_ring_db_low64bit);
  USE(flexio_dev_cc_ring_db_high64bit);
}

/* Not marked: entries of queues. */
void use_unmarked_entries(void);
void use_unmarked_entries(void) {
  USE(flexio_dev_cqe_get_csum_ok);
  USE(flexio_dev_cqe_get_qpn);
  USE(flexio_dev_cqe_get_wqe_counter);
  USE(flexio_dev_cqe_get_byte_cnt);
  USE(flexio_dev_cqe_get_err_synd);
  USE(flexio_dev_cqe_get_opcode);
  USE(flexio_dev_cqe_get_type);
  USE(flexio_dev_cqe_get_user_index);
  USE(flexio_dev_cqe_get_owner);
  USE(flexio_dev_eqe_get_cqn);
  USE(flexio_dev_eqe_get_owner);
  USE(flexio_dev_rwqe_get_addr);
}

/* Not marked: traces and measurements. */
void use_unmarked_measurements(void);
void use_unmarked_measurements(void) {
  USE(flexio_dev_trace_0);
  USE(flexio_dev_trace_1);
  USE(flexio_dev_trace_2);
  USE(flexio_dev_trace_3);
  USE(flexio_dev_trace_4);
  USE(flexio_dev_trace_5);
  USE(flexio_dev_trace_6);
  USE(flexio_dev_perf_end);
  USE(flexio_dev_perf_begin);
}

/* Marked: threads, handlers and processes. */
void use_threads(void);
void use_threads(void) {
  // ALL: warning: 'flexio_dev_get_thread_ctx' is deprecated: Symbol is defined as experimental; define FLEXIO_DEV_ALLOW_EXPERIMENTAL_API to use it
  USE(flexio_dev_get_thread_ctx);
  // ALL: warning: 'flexio_dev_get_thread_id' is deprecated
  USE(flexio_dev_get_thread_id);
  // ALL: warning: 'flexio_dev_get_thread_local_storage' is deprecated
  USE(flexio_dev_get_thread_local_storage);
  // ALL: warning: 'flexio_dev_thread_reschedule' is deprecated
  USE(flexio_dev_thread_reschedule);
  // ALL: warning: 'flexio_dev_thread_finish' is deprecated
  USE(flexio_dev_thread_finish);
  // ALL: warning: 'flexio_dev_thread_retrigger' is deprecated
  USE(flexio_dev_thread_retrigger);
  // ALL: warning: 'flexio_dev_process_finish' is deprecated
  USE(flexio_dev_process_finish);
  // ALL: warning: 'flexio_dev_event_handler_activate' is deprecated
  USE(flexio_dev_event_handler_activate);
  // ALL: warning: 'flexio_dev_yield' is deprecated
  USE(flexio_dev_yield);
}

/* Marked: outboxes and doorbells. */
void use_outboxes(void);
void use_outboxes(void) {
  // ALL: warning: 'flexio_dev_outbox_config' is deprecated
  USE(flexio_dev_outbox_config);
  // ALL: warning: 'flexio_dev_outbox_config_fast' is deprecated
  USE(flexio_dev_outbox_config_fast);
  // ALL: warning: 'flexio_dev_outbox_config_uar_extension' is deprecated
  USE(flexio_dev_outbox_config_uar_extension);
  // ALL: warning: 'flexio_dev_cross_device_ring_db' is deprecated
  USE(flexio_dev_cross_device_ring_db);
  // ALL: warning: 'flexio_dev_get_pcc_table_base' is deprecated
  USE(flexio_dev_get_pcc_table_base);
}

/* Marked: messages. */
void use_messages(void);
void use_messages(void) {
  // ALL: warning: 'flexio_dev_msg' is deprecated
  USE(flexio_dev_msg);
  // ALL: warning: 'flexio_dev_puts' is deprecated
  USE(flexio_dev_puts);
}

/* Marked: counters of the port. */
void use_counters(void);
void use_counters(void) {
  // ALL: warning: 'flexio_dev_nic_counters_config' is deprecated
  USE(flexio_dev_nic_counters_config);
  // ALL: warning: 'flexio_dev_nic_counters_sample' is deprecated
  USE(flexio_dev_nic_counters_sample);
}

/* Marked: several windows at a time. */
void use_windows(void);
void use_windows(void) {
  // ALL: warning: 'flexio_dev_multi_window_config' is deprecated
  USE(flexio_dev_multi_window_config);
  // ALL: warning: 'flexio_dev_multi_window_mkey_config' is deprecated
  USE(flexio_dev_multi_window_mkey_config);
  // ALL: warning: 'flexio_dev_multi_window_ptr_acquire' is deprecated
  USE(flexio_dev_multi_window_ptr_acquire);
  // ALL: warning: 'flexio_dev_multi_window_copy_from_host' is deprecated
  USE(flexio_dev_multi_window_copy_from_host);
  // ALL: warning: 'flexio_dev_multi_window_copy_to_host' is deprecated
  USE(flexio_dev_multi_window_copy_to_host);
}

/* Marked: errors. */
void use_errors(void);
void use_errors(void) {
  // ALL: warning: 'flexio_dev_error' is deprecated
  USE(flexio_dev_error);
  // ALL: warning: 'flexio_dev_get_errno' is deprecated
  USE(flexio_dev_get_errno);
  // ALL: warning: 'flexio_dev_rst_errno' is deprecated
  USE(flexio_dev_rst_errno);
  // ALL: warning: 'flexio_dev_get_and_rst_errno' is deprecated
  USE(flexio_dev_get_and_rst_errno);
}

/* Marked: tracer, measurements and the printers of older programs. */
void use_tracer(void);
void use_tracer(void) {
  // ALL: warning: 'flexio_dev_tracer_flush' is deprecated
  USE(flexio_dev_tracer_flush);
  // ALL: warning: 'flexio_dev_tracer_notify_host' is deprecated
  USE(flexio_dev_tracer_notify_host);
  // ALL: warning: 'flexio_dev_perf_print' is deprecated
  USE(flexio_dev_perf_print);
  // ALL: warning: 'flexio_dev_perf_measure_calibrate' is deprecated
  USE(flexio_dev_perf_measure_calibrate);
  // ALL: warning: 'print_sim_str' is deprecated
  USE(print_sim_str);
  // ALL: warning: 'print_sim_hex' is deprecated
  USE(print_sim_hex);
  // ALL: warning: 'print_sim_int' is deprecated
  USE(print_sim_int);
  // ALL: warning: 'print_sim_putc' is deprecated
  USE(print_sim_putc);
}

/* Added in newer versions. */
void use_newer(void);
void use_newer(void) {
  // ALL-25: warning: 'flexio_dev_get_current_thread_name' is deprecated
  // ALL-26: warning: 'flexio_dev_get_current_thread_name' is deprecated
  USE(flexio_dev_get_current_thread_name);
  // ALL-26: warning: 'flexio_dev_yield_and_retrigger' is deprecated
  USE(flexio_dev_yield_and_retrigger);
}
