/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Statistics of the processes and threads of a DPA, read by another program: what runs, what each
 * thread has used, and when it was on an execution unit (EU). Manual: chapter 2.1. C and C++.
 *
 * A viewer sees the processes of programs of its own user; of all users, if it is root. One thread
 * at a time may use a handle. Lists belong to the caller, which frees them with the function for
 * their type. Names are cut to the size of their array and end with NUL.
 */
#ifndef DPA_STATS_H
#define DPA_STATS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Marks a function whose interface may change: its use warns unless
 * DPA_STATS_ALLOW_EXPERIMENTAL_API is defined. */
#ifdef DPA_STATS_ALLOW_EXPERIMENTAL_API
#define DPA_STATS_EXPERIMENTAL __attribute__((visibility("default"), used))
#else
#define DPA_STATS_EXPERIMENTAL                                                 \
  __attribute__((                                                              \
      visibility("default"), used,                                             \
      deprecated(                                                              \
          "experimental; define DPA_STATS_ALLOW_EXPERIMENTAL_API to use it")))
#endif

#define DPA_STATS_ALL_PROCESSES UINT32_MAX /**< instead of a process id */
#define DPA_STATS_ALL_THREADS UINT32_MAX   /**< instead of a thread id */
#define DPA_STATS_NAME_LEN 64              /**< size of names, with the NUL */

/** A device that was opened for statistics. */
typedef struct dpa_stats_handler dpa_stats_handler_t;

/** State of the counters of a process. */
typedef enum dpa_stats_counter_state {
  DPA_STATS_COUNTER_STATE_ACTIVE = 1,   /**< they count */
  DPA_STATS_COUNTER_STATE_INACTIVE = 2, /**< they keep their values */
  DPA_STATS_COUNTER_STATE_RESET =
      3 /**< they become 0; whether they count stays */
} dpa_stats_counter_state;

/** What an event sample means. */
typedef enum dpa_stats_event_sample_type {
  DPA_STATS_EVENT_SAMPLE_TYPE_EMPTY_SAMPLE =
      0x0, /**< unused; not in lists that are read */
  DPA_STATS_EVENT_SAMPLE_TYPE_SCHEDULE_IN = 0x1,  /**< an execution begins */
  DPA_STATS_EVENT_SAMPLE_TYPE_SCHEDULE_OUT = 0x2, /**< an execution ends */
  DPA_STATS_EVENT_SAMPLE_TYPE_BUFFER_FULL =
      0xff /**< later samples of this process were lost */
} dpa_stats_event_sample_type;

/** Kinds of counters. */
typedef enum dpa_stats_sample_type {
  DPA_STATS_SAMPLE_TYPE_CUMULATIVE_EVENT = 0, /**< sums for each thread */
  DPA_STATS_SAMPLE_TYPE_EVENT_TRACER = 1 /**< a sample for each begin and end */
} dpa_stats_sample_type;

/** Results of functions. */
typedef enum dpa_stats_status {
  DPA_STATS_STATUS_OK = 0,
  DPA_STATS_STATUS_ERROR_IN_MFT =
      1, /**< a program does not answer, or not as expected */
  DPA_STATS_STATUS_NO_SUCH_PROCESS = 2,
  DPA_STATS_STATUS_NO_SUCH_THREADS = 3,
  DPA_STATS_STATUS_NO_SUCH_EVENTS = 4,
  DPA_STATS_STATUS_ERROR_IN_ALLOC = 10, /**< out of memory */
  DPA_STATS_STATUS_INVALID_PARAMS =
      20, /**< all processes, but not all threads */
  DPA_STATS_STATUS_NULL_POINTER = 21,
  DPA_STATS_STATUS_VALUE_OUT_OF_ENUM = 22
} dpa_stats_status;

/** What a device can count. */
typedef struct dpa_stats_capabilities {
  uint8_t dpa_supported;                /**< 1: the device has a DPA */
  uint8_t process_performance_counters; /**< 1: it has counters */
  uint32_t
      performance_sample_type; /**< bit n: it has those of dpa_stats_sample_type n */
} dpa_stats_capabilities;

/** A process. */
typedef struct dpa_stats_process_info {
  uint32_t
      dpa_process_id; /**< unique on this machine; the bits from 10 on are the id of the host
                                program */
  uint32_t
      num_of_threads; /**< those that dpa_stats_read_process_thread_list() lists */
  char process_name
      [DPA_STATS_NAME_LEN]; /**< as given at its creation, else that of the app */
} dpa_stats_process_info;

/** Processes. */
typedef struct dpa_stats_process_list {
  uint32_t process_num;
  dpa_stats_process_info *processes;
} dpa_stats_process_list;

/** A thread: an event handler, a worker of a command queue, or what runs remote calls on one EU,
 * from its first call on. */
typedef struct dpa_stats_thread_info {
  uint32_t dpa_process_id;
  uint32_t dpa_thread_id;               /**< unique in the process */
  char thread_name[DPA_STATS_NAME_LEN]; /**< of the handler; "remote call" */
} dpa_stats_thread_info;

/** Threads. */
typedef struct dpa_stats_thread_list {
  uint32_t threads_num;
  dpa_stats_thread_info *threads;
} dpa_stats_thread_list;

/** What a thread has used while its counters were active. An execution that lasts is counted while
 * it runs. */
typedef struct dpa_stats_thread_cumul_info {
  uint32_t dpa_process_id;
  uint32_t dpa_thread_id;
  uint64_t time;   /**< on EUs, in ticks of __dpa_thread_time(): microseconds */
  uint64_t cycles; /**< of EUs; emulated: the same time at 1.8 GHz */
  uint64_t instructions;   /**< exact, with those of the firmware */
  uint64_t num_executions; /**< that have begun; exact */
} dpa_stats_thread_cumul_info;

/** What threads have used. */
typedef struct dpa_stats_perf_cumul_list {
  uint32_t samples_num;
  dpa_stats_thread_cumul_info *samples;
} dpa_stats_perf_cumul_list;

/** The begin or the end of an execution. */
typedef struct dpa_stats_perf_event_sample {
  uint64_t cycles;       /**< of the EU at that moment */
  uint64_t time;         /**< of the EU at that moment, microseconds */
  uint32_t instructions; /**< of the EU so far, modulo 2^32 */
  uint32_t dpa_process_id;
  uint32_t dpa_thread_id;
  uint16_t eu_id; /**< as the host's affinities number it */
  uint16_t
      sample_id_in_eu; /**< the same for begin and end of an execution; modulo 2^16 */
  dpa_stats_event_sample_type type;
} dpa_stats_perf_event_sample;

/** Samples; those of one EU in the order of time. */
typedef struct dpa_stats_perf_event_list {
  uint32_t samples_num;
  dpa_stats_perf_event_sample *samples;
} dpa_stats_perf_event_list;

/**
 * Opens a device, by its name (such as "mlx5_0"). NULL: no process of a program that the caller may
 * view runs on a device of that name, or out of memory. Closed by dpa_stats_close(). Manual:
 * dpa_stats_open.
 */
DPA_STATS_EXPERIMENTAL dpa_stats_handler_t *
dpa_stats_open(const char *dpa_device);

/** Closes a handle; NULL does nothing. Manual: dpa_stats_close. */
DPA_STATS_EXPERIMENTAL void dpa_stats_close(dpa_stats_handler_t *dpa_handler);

/** What the device can count, to *caps. Manual: dpa_stats_read_caps. */
DPA_STATS_EXPERIMENTAL dpa_stats_status dpa_stats_read_caps(
    dpa_stats_handler_t *dpa_handler, dpa_stats_capabilities *caps);

/**
 * Reads one process, or all (DPA_STATS_ALL_PROCESSES). NO_SUCH_PROCESS: there is none. On failure
 * *process_list is NULL. Manual: dpa_stats_read_processes_list.
 */
DPA_STATS_EXPERIMENTAL dpa_stats_status dpa_stats_read_processes_list(
    dpa_stats_handler_t *dpa_handler, uint32_t process_id,
    dpa_stats_process_list **process_list);

/**
 * Reads the threads of the processes in a list. Processes that have ended are left out;
 * NO_SUCH_THREADS: nothing is left. On failure *thread_list is NULL. Manual:
 * dpa_stats_read_thread_list.
 */
DPA_STATS_EXPERIMENTAL dpa_stats_status dpa_stats_read_thread_list(
    dpa_stats_handler_t *dpa_handler, dpa_stats_process_list *process_list,
    dpa_stats_thread_list **thread_list);

/**
 * Reads one thread or all (DPA_STATS_ALL_THREADS) of one process, or all of all processes.
 * INVALID_PARAMS: one thread of all processes. NO_SUCH_PROCESS, NO_SUCH_THREADS: there is none. On
 * failure *thread_list is NULL. Manual: dpa_stats_read_process_thread_list.
 */
DPA_STATS_EXPERIMENTAL dpa_stats_status dpa_stats_read_process_thread_list(
    dpa_stats_handler_t *dpa_handler, uint32_t process_id, uint32_t thread_id,
    dpa_stats_thread_list **thread_list);

/** As dpa_stats_read_thread_list(), what the threads have used. Manual:
 * dpa_stats_read_cumul_info_list. */
DPA_STATS_EXPERIMENTAL dpa_stats_status dpa_stats_read_cumul_info_list(
    dpa_stats_handler_t *dpa_handler, dpa_stats_process_list *process_list,
    dpa_stats_perf_cumul_list **cumul_info_list);

/** As dpa_stats_read_process_thread_list(), what the threads have used. Manual:
 * dpa_stats_read_process_cumul_info_list. */
DPA_STATS_EXPERIMENTAL dpa_stats_status dpa_stats_read_process_cumul_info_list(
    dpa_stats_handler_t *dpa_handler, uint32_t process_id, uint32_t thread_id,
    dpa_stats_perf_cumul_list **cumul_info_list);

/**
 * Reads and removes the samples of the processes in a list. The last one of a process is
 * of type BUFFER_FULL if samples were lost since the last reading (a process holds 8192).
 * NO_SUCH_EVENTS: there are none. On failure *perf_event_list is NULL. Manual:
 * dpa_stats_read_perf_event_list.
 */
DPA_STATS_EXPERIMENTAL dpa_stats_status dpa_stats_read_perf_event_list(
    dpa_stats_handler_t *dpa_handler, dpa_stats_process_list *process_list,
    dpa_stats_perf_event_list **perf_event_list);

/**
 * The same for one thread or all of one process, or all of all processes; BUFFER_FULL is shown to
 * those that read all threads. INVALID_PARAMS: one thread of all processes. NO_SUCH_PROCESS,
 * NO_SUCH_EVENTS: there is none. Manual: dpa_stats_read_process_perf_event_list.
 */
DPA_STATS_EXPERIMENTAL dpa_stats_status dpa_stats_read_process_perf_event_list(
    dpa_stats_handler_t *dpa_handler, uint32_t process_id, uint32_t thread_id,
    dpa_stats_perf_event_list **perf_event_list);

/**
 * Sets the state of the counters of one type, of one process or of all that run
 * (DPA_STATS_ALL_PROCESSES). At first the sums are active and the tracer is not. NO_SUCH_PROCESS:
 * there is none. Manual: dpa_stats_set_counter_state.
 */
DPA_STATS_EXPERIMENTAL dpa_stats_status dpa_stats_set_counter_state(
    dpa_stats_handler_t *dpa_handler, uint32_t process_id,
    dpa_stats_counter_state state, dpa_stats_sample_type type);

/**
 * The type of counters of a process that was set last (at first the sums), and its state: active or
 * inactive. NO_SUCH_PROCESS: there is none; INVALID_PARAMS: DPA_STATS_ALL_PROCESSES. Manual:
 * dpa_stats_get_counter_state.
 */
DPA_STATS_EXPERIMENTAL dpa_stats_status dpa_stats_get_counter_state(
    dpa_stats_handler_t *dpa_handler, uint32_t process_id,
    dpa_stats_counter_state *state, dpa_stats_sample_type *type);

/** Frees a list of processes; NULL does nothing. Manual: dpa_stats_free_process_list. */
DPA_STATS_EXPERIMENTAL void
dpa_stats_free_process_list(dpa_stats_process_list *process_list);

/** Frees a list of threads; NULL does nothing. Manual: dpa_stats_free_thread_list. */
DPA_STATS_EXPERIMENTAL void
dpa_stats_free_thread_list(dpa_stats_thread_list *thread_list);

/** Frees a list of sums; NULL does nothing. Manual: dpa_stats_free_cumul_info_list. */
DPA_STATS_EXPERIMENTAL void
dpa_stats_free_cumul_info_list(dpa_stats_perf_cumul_list *cumul_info_list);

/** Frees a list of samples; NULL does nothing. Manual: dpa_stats_free_perf_event_list. */
DPA_STATS_EXPERIMENTAL void
dpa_stats_free_perf_event_list(dpa_stats_perf_event_list *perf_event_list);

/** Sorts a list by process; NULL does nothing. Manual: dpa_stats_sort_process_list. */
DPA_STATS_EXPERIMENTAL void
dpa_stats_sort_process_list(dpa_stats_process_list *process_list);

/** Sorts a list by process and thread; NULL does nothing. Manual: dpa_stats_sort_thread_list. */
DPA_STATS_EXPERIMENTAL void
dpa_stats_sort_thread_list(dpa_stats_thread_list *thread_list);

/** Sorts a list by process and thread; NULL does nothing. Manual: dpa_stats_sort_perf_cumul_list. */
DPA_STATS_EXPERIMENTAL void
dpa_stats_sort_perf_cumul_list(dpa_stats_perf_cumul_list *cumul_list);

/** For qsort(): compare two dpa_stats_process_info by process. Negative, 0 or positive. Manual:
 * dpa_stats_compare_4_processes. */
DPA_STATS_EXPERIMENTAL int dpa_stats_compare_4_processes(const void *elem1,
                                                         const void *elem2);
/** The same for two dpa_stats_thread_info, by process and thread. Manual:
 * dpa_stats_compare_4_threads. */
DPA_STATS_EXPERIMENTAL int dpa_stats_compare_4_threads(const void *elem1,
                                                       const void *elem2);
/** The same for two dpa_stats_thread_cumul_info, by process and thread. Manual:
 * dpa_stats_compare_4_perf_cumul. */
DPA_STATS_EXPERIMENTAL int dpa_stats_compare_4_perf_cumul(const void *elem1,
                                                          const void *elem2);

/** The last error of a handle; a later success does not change it. OK: there was none. NULL_POINTER:
 * dpa_handler is NULL. Manual: dpa_stats_get_error_code. */
DPA_STATS_EXPERIMENTAL dpa_stats_status
dpa_stats_get_error_code(dpa_stats_handler_t *dpa_handler);
/** What was wrong, with object and value; empty: nothing. Belongs to the handle, until its next
 * error. Manual: dpa_stats_get_error_message. */
DPA_STATS_EXPERIMENTAL char *
dpa_stats_get_error_message(dpa_stats_handler_t *dpa_handler);
/** The function that failed; empty: none. Belongs to the handle, until its next error. Manual:
 * dpa_stats_get_error_location. */
DPA_STATS_EXPERIMENTAL char *
dpa_stats_get_error_location(dpa_stats_handler_t *dpa_handler);

#ifdef __cplusplus
}
#endif

#endif
