/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Flex IO host interface: creates DPA processes, calls their functions, moves
 * data, prints their messages. Include this header, link with -lflexio
 * -libverbs, run with dpa-run. All functions may be called from any thread;
 * none ever ends the program. An object that is NULL, destroyed or not of the
 * expected kind makes a call fail. What failed and why is logged to standard
 * error (flexio_log_lvl_set). "Manual" is the Flex IO SDK API reference,
 * "guide" the DPA development guide. C11 and C++.
 */
#ifndef LIBFLEXIO_FLEXIO_H
#define LIBFLEXIO_FLEXIO_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <libflexio/flexio_types.h>
#include <libflexio/flexio_ver.h>

/* The version that this library implements. */
#define FLEXIO_CURRENT_VERSION FLEXIO_VER(26, 1, 0)

/* The oldest version that a program may ask for. A build may raise it to see
 * what the next release drops. */
#ifndef FLEXIO_LAST_SUPPORTED_VERSION
#define FLEXIO_LAST_SUPPORTED_VERSION FLEXIO_VER(0, 0, 0)
#endif

/* The version that the including program was written for; defined by it before
 * this header, otherwise the current. */
#ifndef FLEXIO_VER_USED
#define FLEXIO_VER_USED FLEXIO_CURRENT_VERSION
#elif FLEXIO_VER_USED == FLEXIO_VER_LATEST
#undef FLEXIO_VER_USED
#define FLEXIO_VER_USED FLEXIO_CURRENT_VERSION
#endif

#if FLEXIO_VER_USED < FLEXIO_LAST_SUPPORTED_VERSION
#error                                                                         \
    "FLEXIO_VER_USED is older than FLEXIO_LAST_SUPPORTED_VERSION: this version is no longer supported"
#elif FLEXIO_VER_USED == FLEXIO_LAST_SUPPORTED_VERSION
#warning                                                                       \
    "FLEXIO_VER_USED is the oldest version still supported: its support ends with the next release"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Library ---- */

/*
 * Says which version the program wants to work with, as FLEXIO_VER(year, month,
 * 0); before any other call. Fails below FLEXIO_LAST_SUPPORTED_VERSION, above
 * FLEXIO_CURRENT_VERSION, and if another version was set before; setting the
 * same one again succeeds. FLEXIO_VER_LATEST is the current version. Manual:
 * flexio_version_set; guide: Version API.
 */
FLEXIO_STABLE flexio_status flexio_version_set(uint64_t version);

/*
 * Sets the least important level that the library logs (FLEXIO_LOG_LVL_WARN at
 * start) and returns the previous one. A value outside the enumeration changes
 * nothing. Manual: flexio_log_lvl_set.
 */
FLEXIO_EXPERIMENTAL enum flexio_log_lvl
flexio_log_lvl_set(enum flexio_log_lvl lvl);

/* ---- Apps and functions ---- */

/*
 * Makes an app from a device ELF, which is copied. Called by the constructor
 * that dpacc generates, once for each hardware model; apps of one name form a
 * family, whose members stand for one program. The caller owns *app, which is
 * NULL on failure. Fails if the name or the image is missing or the image is no
 * device ELF. Manual: flexio_app_create.
 */
FLEXIO_EXPERIMENTAL flexio_status
flexio_app_create(struct flexio_app_attr *fattr, struct flexio_app **app);

/*
 * Ends an app with its functions and its copy of the image; processes that run
 * it go on. Each app that was created is destroyed once. NULL is fine. Manual:
 * flexio_app_destroy.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_app_destroy(struct flexio_app *app);

/*
 * Says for which hardware model the app's image was built; without this call it
 * is what the image says itself. Fails for a model that does not exist, or if
 * the family has another image for it. Called by generated code. Guide:
 * Multi-hardware Model.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_app_hw_model_register(
    struct flexio_app *app, enum flexio_hw_model_id hw_model_id);

/*
 * Finds the image of the named program for the device of `ibv_ctx`.
 * FLEXIO_HW_MODEL_DEF takes the image for exactly the device's model, or else
 * the newest that is older; any other id only an image built for exactly that
 * model, and `ibv_ctx` may then be NULL. The result belongs to the library;
 * *app is NULL on failure. Guide: Multi-hardware Model.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_app_get(
    struct flexio_app_select_attr *select_attr, struct flexio_app **app);

/* Hardware model of a device, FLEXIO_HW_MODEL_NA on error. Guide:
 * Multi-hardware Model. */
FLEXIO_EXPERIMENTAL enum flexio_hw_model_id
flexio_hw_model_id_get(struct ibv_context *ibv_ctx);

/*
 * Copies the app's device ELF to `bin_buff`, of `bin_size` bytes; fails,
 * copying nothing, if that is too small. Manual: flexio_app_get_elf.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_app_get_elf(struct flexio_app *app,
                                                     uint64_t *bin_buff,
                                                     size_t bin_size);

/* Bytes of the app's device ELF, 0 on error. Manual: flexio_app_get_elf_size.
 */
FLEXIO_EXPERIMENTAL size_t flexio_app_get_elf_size(struct flexio_app *app);

/*
 * Lists apps in the order of their creation. *num_apps is the number wanted on
 * entry (0: all) and obtained on return; the caller frees *app_list, but not
 * the apps, with flexio_app_list_free(). Without apps the list is NULL and the
 * call succeeds. Manual: flexio_app_get_list.
 */
FLEXIO_EXPERIMENTAL flexio_status
flexio_app_get_list(struct flexio_app ***app_list, uint32_t *num_apps);

/* Frees a list of flexio_app_get_list(), not its apps. NULL is fine. Manual:
 * flexio_app_list_free. */
FLEXIO_EXPERIMENTAL flexio_status
flexio_app_list_free(struct flexio_app **apps_list);

/* Name of the app, which lives as long as the app; NULL on error. Manual:
 * flexio_app_get_name. */
FLEXIO_EXPERIMENTAL const char *flexio_app_get_name(struct flexio_app *app);

/*
 * Makes a handle for a device function by its name (1 to FLEXIO_MAX_NAME_LEN
 * bytes), for programs that do without dpacc's stubs: nothing is packed, the
 * function gets the first argument of a call as one uint64_t. The handle
 * belongs to the app. Fails if the app's image has no such function. Manual:
 * flexio_func_register.
 */
FLEXIO_EXPERIMENTAL flexio_status
flexio_func_register(struct flexio_app *app, const char *dev_func_name,
                     flexio_func_t **out_func);

/*
 * Ties a host stub to a device function, its unpack function (names of 1 to
 * FLEXIO_MAX_NAME_LEN bytes), the size of their argument buffer in bytes, and
 * the function that fills it. Called by generated code. Fails if the image
 * lacks a function, or if the stub is tied already. Manual:
 * flexio_func_pup_register.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_func_pup_register(
    struct flexio_app *app, const char *dev_func_name,
    const char *dev_unpack_func_name, flexio_func_t *host_stub_func_addr,
    size_t argbuf_size, flexio_func_arg_pack_fn_t *host_pack_func);

/*
 * What was registered for a host stub or handle, for libraries on top of this
 * one. *pup is 1 if the function has pack and unpack support, else 0, and then
 * the unpack name is empty and sizes and addresses of packing are 0. Both name
 * buffers have `func_name_size` bytes; the call fails if a name with its NUL
 * does not fit. Any result pointer may be NULL. Manual:
 * flexio_func_get_register_info.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_func_get_register_info(
    struct flexio_app *app, flexio_func_t *host_stub_func_addr, uint32_t *pup,
    char *dev_func_name, char *dev_unpack_func_name, size_t func_name_size,
    size_t *argbuf_size, flexio_func_arg_pack_fn_t **host_pack_func,
    flexio_uintptr_t *dev_func_addr, flexio_uintptr_t *dev_unpack_func_addr);

/* ---- Processes ---- */

/*
 * Loads a program onto the device of `ibv_ctx`. `app` is the program's variable
 * that dpacc makes, and then the image is chosen as flexio_app_get() does with
 * FLEXIO_HW_MODEL_DEF, or a result of flexio_app_get(), which is taken as it
 * is; an image for a newer model than the device's is refused. `process_attr`
 * may be NULL, its pd one of the same device only. The caller owns *process_ptr, which is NULL on failure. Manual:
 * flexio_process_create.
 */
FLEXIO_EXPERIMENTAL flexio_status
flexio_process_create(struct ibv_context *ibv_ctx, struct flexio_app *app,
                      const struct flexio_process_attr *process_attr,
                      struct flexio_process **process_ptr);

/*
 * Calls a device function and waits for its end. The arguments after `func_ret`
 * are those of the device function; its 64-bit result goes to *func_ret, which
 * may be NULL. FLEXIO_STATUS_FATAL_ERR: the process was dead or died in the
 * call; FLEXIO_STATUS_TIMEOUT: no execution unit became free for it in time
 * (device setting call-timeout), and it will not run later;
 * FLEXIO_STATUS_FAILED: anything else. Sync messages that the device sent
 * before are shown when the call returns. Manual: flexio_process_call.
 */
FLEXIO_EXPERIMENTAL flexio_status
flexio_process_call(struct flexio_process *process, flexio_func_t *host_func,
                    uint64_t *func_ret, ...);

/*
 * Stops a process and frees all that is in it, its message streams included.
 * Must not be called while another thread waits in a call for the same process.
 * NULL is fine. Manual: flexio_process_destroy.
 */
FLEXIO_EXPERIMENTAL flexio_status
flexio_process_destroy(struct flexio_process *process);

/* The protection domain given at creation, or the process's own; NULL on error.
 * Manual: flexio_process_get_pd. */
FLEXIO_EXPERIMENTAL struct ibv_pd *
flexio_process_get_pd(struct flexio_process *process);

/* Place and use of the process's heap, in bytes. Manual:
 * flexio_process_mem_info_get. */
FLEXIO_EXPERIMENTAL flexio_status flexio_process_mem_info_get(
    const struct flexio_process *process, struct flexio_heap_mem_info *info);

/* Token for user debugging; 0: not allowed, which is so on this device. Manual:
 * flexio_process_udbg_token_get. */
FLEXIO_EXPERIMENTAL uint64_t
flexio_process_udbg_token_get(struct flexio_process *process);

/*
 * 0 while the process is well; after an unrecoverable error its code: 1 to 63
 * device and its operating system, 64 to 127 Flex IO, 128 to 255 the program's
 * own. NULL gives 0, an invalid process -1. Manual: flexio_err_status_get.
 */
FLEXIO_EXPERIMENTAL int flexio_err_status_get(struct flexio_process *process);

/*
 * Descriptor that select, poll and epoll report readable once the process has
 * had an unrecoverable error. It belongs to the process and is closed with it;
 * -1 on error. Manual: flexio_err_handler_fd.
 */
FLEXIO_EXPERIMENTAL int flexio_err_handler_fd(struct flexio_process *process);

/* ---- Event handlers ---- */

/*
 * Makes a thread of the device that runs a `__dpa_global__` function whenever an event comes: a completion on the armed
 * queue that it is given to, or flexio_dev_event_handler_activate(). It is not able to run before
 * flexio_event_handler_run(); events that come before are lost. `fattr->arg` is kept for tools only: activations get
 * run's argument. A process has room for 768 of them. The caller owns *event_handler_ptr, which is NULL on failure.
 * Fails for a function or an execution unit that does not exist. Manual: flexio_event_handler_create.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_event_handler_create(
    struct flexio_process *process, struct flexio_event_handler_attr *fattr,
    struct flexio_event_handler **event_handler_ptr);

/*
 * Makes a handler able to run; runs nothing by itself. `user_arg` is the argument of every activation from now on.
 * Fails if the thread has finished. Manual: flexio_event_handler_run.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_event_handler_run(
    struct flexio_event_handler *event_handler, uint64_t user_arg);

/*
 * Ends a handler: no activation begins any more; one that runs comes to its end before the call returns. Events for it
 * do nothing. NULL is fine. Manual: flexio_event_handler_destroy.
 */
FLEXIO_EXPERIMENTAL flexio_status
flexio_event_handler_destroy(struct flexio_event_handler *event_handler);

/* Number of the thread, as flexio_dev_get_thread_id() gives it; UINT32_MAX on error. Manual:
 * flexio_event_handler_get_id. */
FLEXIO_EXPERIMENTAL uint32_t
flexio_event_handler_get_id(struct flexio_event_handler *event_handler);

/* What flexio_dev_event_handler_activate() in the same process takes; UINT32_MAX on error. Manual:
 * flexio_event_handler_get_activation_id. */
FLEXIO_EXPERIMENTAL uint32_t flexio_event_handler_get_activation_id(
    struct flexio_event_handler *event_handler);

/* Number of the thread's object, which no other thread of the device has; UINT32_MAX on error. Manual:
 * flexio_event_handler_get_obj_id. */
FLEXIO_EXPERIMENTAL uint32_t
flexio_event_handler_get_obj_id(struct flexio_event_handler *event_handler);

/* The thread, for the attributes of a completion queue. It belongs to the handler; NULL on error. Manual:
 * flexio_event_handler_get_thread. */
FLEXIO_EXPERIMENTAL struct flexio_thread *
flexio_event_handler_get_thread(struct flexio_event_handler *event_handler);

/* The thread's DevX object. It belongs to the handler and only names the thread, as DevX calls are not emulated; NULL
 * on error. Manual: flexio_event_handler_get_thread_obj. */
FLEXIO_EXPERIMENTAL struct mlx5dv_devx_obj *
flexio_event_handler_get_thread_obj(struct flexio_event_handler *event_handler);

/*
 * Will write an ELF core of a process with all its threads to `outfile`, or to a
 * name made of the process's number if that is NULL. Not offered yet: fails, and
 * says so in the log. Manual: flexio_coredump_create.
 */
FLEXIO_EXPERIMENTAL flexio_status
flexio_coredump_create(struct flexio_process *process, const char *outfile);

/* The same for a text about the crash, which also goes to the console. Not
 * offered yet: fails, and says so in the log; a crash itself is told there when
 * it happens. Manual: flexio_crash_data. */
FLEXIO_EXPERIMENTAL flexio_status
flexio_crash_data(struct flexio_process *process, const char *outfile);

/*
 * Sets the `__dpa_global__` function (thread context, error) that threads of the process go on in when they have an
 * error that is no end of the process: a window access that is not allowed, or a doorbell that is refused. It runs in
 * the thread that had the error, whose stack it gets, and ends it as handlers end; a further error in it ends the process.
 * Has to come before the first thread of the process is created. Manual: flexio_process_error_handler_set.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_process_error_handler_set(
    struct flexio_process *process, flexio_func_t *error_handler);

/* ---- UARs, outboxes and completion queues ---- */

/* The process's own UAR, which ends with it and to which its outboxes belong; NULL on error. Manual:
 * flexio_process_get_uar. */
FLEXIO_EXPERIMENTAL struct flexio_uar *
flexio_process_get_uar(struct flexio_process *process);

/* Makes another UAR; *uar is NULL on failure. Queues made with it are not those that outboxes of this process reach. Manual:
 * flexio_uar_create. */
FLEXIO_EXPERIMENTAL flexio_status
flexio_uar_create(struct flexio_process *process, struct flexio_uar **uar);

/* Ends a UAR; not the process's own. NULL is fine. Manual: flexio_uar_destroy.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_uar_destroy(struct flexio_uar *uar);

/* Number of a UAR for the attributes of queues; UINT32_MAX on error. Manual:
 * flexio_uar_get_id. */
FLEXIO_EXPERIMENTAL uint32_t flexio_uar_get_id(struct flexio_uar *uar);

/* For queues of another device's context. Not offered yet: fails and says so, *extended is NULL. Manual:
 * flexio_uar_extend. */
FLEXIO_EXPERIMENTAL flexio_status
flexio_uar_extend(struct flexio_uar *in_uar, struct ibv_context *to_extend,
                  struct flexio_uar **extended);

/* Number of the other device for device code; UINT32_MAX on error, which it always is as long as UARs cannot be
 * extended. Manual: flexio_uar_get_extended_id. */
FLEXIO_EXPERIMENTAL flexio_uar_device_id
flexio_uar_get_extended_id(struct flexio_uar *uar);

/*
 * Makes an outbox on the process's own UAR, whatever `fattr->uar` is. With en_pcc it takes doorbells of congestion
 * control. Every activation begins with a default outbox, which the process has from the start. *outbox is NULL on
 * failure. Manual: flexio_outbox_create.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_outbox_create(
    struct flexio_process *process, struct flexio_outbox_attr *fattr,
    struct flexio_outbox **outbox);

/* Ends an outbox; doorbells through it are refused. NULL is fine. Manual:
 * flexio_outbox_destroy. */
FLEXIO_EXPERIMENTAL flexio_status
flexio_outbox_destroy(struct flexio_outbox *outbox);

/* Number of an outbox for flexio_dev_outbox_config(); UINT32_MAX on error.
 * Manual: flexio_outbox_get_id. */
FLEXIO_EXPERIMENTAL uint32_t flexio_outbox_get_id(struct flexio_outbox *outbox);

/* The UAR of an outbox; NULL on error. Manual: flexio_outbox_get_uar. */
FLEXIO_EXPERIMENTAL struct flexio_uar *
flexio_outbox_get_uar(struct flexio_outbox *outbox);

/*
 * Makes a completion queue of 2 to the power of log_cq_depth (at most 22) entries of 64 bytes in device memory, 64-byte aligned,
 * with a doorbell record of 8 bytes in device memory; what is on the heap has to be inside one buffer, which cannot be freed while the queue lives, and the record outside of the ring. An armed queue makes one event of its next completion; it is
 * armed at first unless no_arm, and always with always_armed. Element type FLEXIO_CQ_ELEMENT_TYPE_DPA_THREAD: an event
 * starts the event handler of `thread`; FLEXIO_CQ_ELEMENT_TYPE_NON_DPA_CQ: nothing; the others are not offered yet, nor
 * are rings in host memory, compressed completions and devices (`ibv_ctx`) other than the process's. `uar_id` is that of a UAR of the process,
 * uar_base_addr NULL. Without overrun_ignore a completion that finds the queue full, by the consumer index in the doorbell
 * record, is lost with all later ones. Moderation is kept, but every completion of an armed queue is an event at once. *cq is NULL on
 * failure. Manual: flexio_cq_create.
 */
FLEXIO_EXPERIMENTAL flexio_status
flexio_cq_create(struct flexio_process *process, struct ibv_context *ibv_ctx,
                 const struct flexio_cq_attr *fattr, struct flexio_cq **cq);

/* Ends a completion queue; doorbells for it are refused. NULL is fine. Manual:
 * flexio_cq_destroy. */
FLEXIO_EXPERIMENTAL flexio_status flexio_cq_destroy(struct flexio_cq *cq);

/* Number of a completion queue for device code (24 bits); UINT32_MAX on error.
 * Manual: flexio_cq_get_cq_num. */
FLEXIO_EXPERIMENTAL uint32_t flexio_cq_get_cq_num(struct flexio_cq *cq);

/* The queue's DevX object. It belongs to the queue and only names it, as DevX calls are not emulated; NULL on error. Manual:
 * flexio_cq_get_obj. */
FLEXIO_EXPERIMENTAL struct mlx5dv_devx_obj *
flexio_cq_get_obj(struct flexio_cq *cq);

/* Changes and gives the moderation of a queue: completions and microseconds before an event, and enum
 * flexio_cq_period_mode. Manual: flexio_cq_modify_moderation, flexio_cq_query_moderation. */
FLEXIO_EXPERIMENTAL flexio_status flexio_cq_modify_moderation(
    struct flexio_cq *cq, uint16_t max_count, uint16_t period, uint16_t mode);
FLEXIO_EXPERIMENTAL flexio_status
flexio_cq_query_moderation(struct flexio_cq *cq, uint16_t *max_count,
                           uint16_t *period, uint16_t *mode);

/* ---- Command queues ---- */

/*
 * Makes a queue of tasks that `fattr->workers` threads of the device perform in the background, each up to
 * `fattr->batch_size` of them in an activation, on any execution unit. `fattr->state` says whether they begin at once or
 * wait for flexio_cmdq_state_running(). A process has room for 768 workers and event handlers together. The caller owns
 * *cmdq, which is NULL on failure. Manual: flexio_cmdq_create.
 */
FLEXIO_EXPERIMENTAL flexio_status
flexio_cmdq_create(struct flexio_process *process,
                   struct flexio_cmdq_attr *fattr, struct flexio_cmdq **cmdq);

/*
 * Ends a queue: tasks that no worker has begun are dropped, those that run come to their end before the call returns.
 * NULL is fine. Manual: flexio_cmdq_destroy.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_cmdq_destroy(struct flexio_cmdq *cmdq);

/*
 * 1: all tasks so far were performed; 0: some wait or run; -1, with a log entry: the queue does not exist, or its process
 * has ended, so that nothing will be performed any more. Manual: flexio_cmdq_is_empty.
 */
FLEXIO_EXPERIMENTAL int flexio_cmdq_is_empty(struct flexio_cmdq *cmdq);

/* Has the workers begin; nothing happens if they have. Manual: flexio_cmdq_state_running. */
FLEXIO_EXPERIMENTAL flexio_status
flexio_cmdq_state_running(struct flexio_cmdq *cmdq);

/*
 * Adds a task, which is function(arg) on the device, and returns at once. `host_func` may be of a __dpa_global__ or of a
 * __dpa_rpc__ function, whose arguments are at most 8 bytes and whose result is dropped. A queue has no limit but the
 * host's memory. Manual: flexio_cmdq_task_add.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_cmdq_task_add(struct flexio_cmdq *cmdq,
                                                       flexio_func_t *host_func,
                                                       uint64_t arg);

/* ---- Device memory ---- */

/*
 * Allocates `buff_bsize` bytes, at least 1, on the process's heap: 64-byte
 * aligned, from 4 KiB on 4 KiB aligned, contents undefined. *dest_daddr_p is 0
 * on failure. Free with flexio_buf_dev_free(). Manual: flexio_buf_dev_alloc.
 */
FLEXIO_EXPERIMENTAL flexio_status
flexio_buf_dev_alloc(struct flexio_process *process, size_t buff_bsize,
                     flexio_uintptr_t *dest_daddr_p);

/*
 * The same, of whole blocks of 4096 bytes, with a second life: when the buffer is
 * freed or its process destroyed, its content is copied to the host memory behind
 * `mkey` (of ibv_reg_mr, with IBV_ACCESS_LOCAL_WRITE), which must have the
 * buffer's size, rounded up to blocks, and be registered still. Manual:
 * flexio_recoverable_buf_dev_alloc.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_recoverable_buf_dev_alloc(
    struct flexio_process *process, size_t buff_bsize, uint32_t mkey,
    flexio_uintptr_t *dest_daddr_p);

/* Frees a buffer by its start address; address 0 is fine, any other address
 * that is no buffer fails, and one that a completion queue uses. Manual: flexio_buf_dev_free. */
FLEXIO_EXPERIMENTAL flexio_status
flexio_buf_dev_free(struct flexio_process *process, flexio_uintptr_t daddr);

/*
 * Sets `buff_bsize` bytes of device memory to the low byte of `value`. As with
 * all copies here, a range on the heap has to lie inside one buffer, else
 * nothing is done and the call fails. Manual: flexio_buf_dev_memset.
 */
FLEXIO_EXPERIMENTAL flexio_status
flexio_buf_dev_memset(struct flexio_process *process, int value,
                      size_t buff_bsize, flexio_uintptr_t dest_daddr);

/* Copies host memory into device memory. Manual: flexio_host2dev_memcpy. */
FLEXIO_EXPERIMENTAL flexio_status
flexio_host2dev_memcpy(struct flexio_process *process, void *src_haddr,
                       size_t buff_bsize, flexio_uintptr_t dest_daddr);

/* Allocates a buffer and copies host memory into it; *dest_daddr_p is 0 on
 * failure. Free with flexio_buf_dev_free(). Manual: flexio_copy_from_host. */
FLEXIO_EXPERIMENTAL flexio_status
flexio_copy_from_host(struct flexio_process *process, void *src_haddr,
                      size_t buff_bsize, flexio_uintptr_t *dest_daddr_p);

/* Copies between host and device memory, in any of the four directions;
 * overlapping ranges are fine. Device addresses are those of `process`.
 * Interface of version 25.1. */
FLEXIO_EXPERIMENTAL flexio_status flexio_memcpy(struct flexio_process *process,
                                                struct flexio_mem *src,
                                                struct flexio_mem *dst,
                                                size_t buff_bsize);

/* ---- Windows and memory keys ---- */

/*
 * Creates a window, by which device code reaches host memory that is registered
 * (ibv_reg_mr) in protection domain `pd`; keys of other domains do not work
 * through it. Address and size of such a registration have to be multiples of 64
 * bytes. The caller owns *window, which is NULL on failure: `pd` is none of the
 * device's, or the process has 65535 windows. Manual: flexio_window_create.
 */
FLEXIO_EXPERIMENTAL flexio_status
flexio_window_create(struct flexio_process *process, struct ibv_pd *pd,
                     struct flexio_window **window);

/* When this returns, device code reaches nothing by the window any more; its
 * later accesses fault. NULL is fine. Manual: flexio_window_destroy. */
FLEXIO_EXPERIMENTAL flexio_status
flexio_window_destroy(struct flexio_window *window);

/* Number by which device code configures the window, 1 to 65535; UINT32_MAX on
 * error. Manual: flexio_window_get_id. */
FLEXIO_EXPERIMENTAL uint32_t flexio_window_get_id(struct flexio_window *window);

/*
 * Creates a memory key for `len` bytes, at least 1, of the process's data or of
 * one buffer of its heap, with which the NIC reads and writes them; `access` is
 * of IBV_ACCESS_*. The caller owns *mkey, which is NULL on failure. Manual:
 * flexio_device_mkey_create.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_device_mkey_create(
    struct flexio_process *process, struct flexio_mkey_attr *fattr,
    struct flexio_mkey **mkey);

/* When this returns, nobody uses the key any more. NULL is fine. Manual:
 * flexio_device_mkey_destroy. */
FLEXIO_EXPERIMENTAL flexio_status
flexio_device_mkey_destroy(struct flexio_mkey *mkey);

/* The key as work requests have it; UINT32_MAX on error. Manual:
 * flexio_mkey_get_id. */
FLEXIO_EXPERIMENTAL uint32_t flexio_mkey_get_id(struct flexio_mkey *mkey);

/* Number of the process's memory as a whole; UINT32_MAX on error. Manual:
 * flexio_process_get_dumem_id. */
FLEXIO_EXPERIMENTAL uint32_t
flexio_process_get_dumem_id(struct flexio_process *process);

/* ---- Messages of device code ---- */

/*
 * Opens a stream for messages of device code. The process's first stream is its
 * default stream: id 0; a level of 0 there means FLEXIO_MSG_DEV_INFO. Messages
 * go to `out`, which has to stay open as long as the stream; a thread of the stream writes them, its id
 * goes to *ppthread unless that is NULL. sync_mode says when:
 * - sync: at once; a call returns after the messages sent before its end are
 *   written.
 * - async: at a flush, and when the stream or the process is destroyed. Until
 *   then they are in a buffer of data_bsize bytes on the device heap; when it is
 *   full the oldest are lost.
 * - batch: the same buffer; it is written whenever half of it (64 KiB at most)
 *   is full, and loses nothing.
 * - tracer: records of flexio_dev_tracer.h in such a buffer, written as batches
 *   are, by the formats tracer_msg_formats, which are copied. Their conversions
 *   are %d %i %u %o %x %X %c %p with flags, width, precision and length, and %s,
 *   which shows the argument as an address: the host follows no pointer of the
 *   device. A record whose format id is not in the list is shown with its
 *   numbers. Records beyond what the file can take are dropped, and counted in
 *   the stream. tracer_mode has to be FLEXIO_TRACER_TRANSPORT_WINDOW, since
 *   there are no queue pairs yet. Messages of flexio_dev_msg() to the stream are
 *   written at once.
 * Fails for a data_bsize that is no power of two of at least 2 KiB or for which
 * the heap has no room, tracer_msg_formats that are NULL or not readable, a
 * level above FLEXIO_MSG_DEV_DEBUG or of ALWAYS_PRINT,
 * and when FLEXIO_MSG_DEV_MAX_STREAMS_AMOUNT streams are open. *stream is NULL on
 * failure. Opening, changing and closing a stream call into the device, where
 * mgmt_affinity says. Manual: flexio_msg_stream_create.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_msg_stream_create(
    struct flexio_process *process, flexio_msg_stream_attr_t *stream_fattr,
    FILE *out, pthread_t *ppthread, struct flexio_msg_stream **stream);

/*
 * Closes a stream, the default one too; what the device still sends to it is
 * dropped. NULL is fine. If the device cannot be told, as no execution unit
 * becomes free in time (FLEXIO_STATUS_TIMEOUT), the stream stays open. Manual:
 * flexio_msg_stream_destroy.
 */
FLEXIO_EXPERIMENTAL flexio_status
flexio_msg_stream_destroy(struct flexio_msg_stream *stream);

/* Writes what is buffered, and returns when all is written that was sent before.
 * Sync streams have no buffer. Manual: flexio_msg_stream_flush. */
FLEXIO_EXPERIMENTAL flexio_status
flexio_msg_stream_flush(struct flexio_msg_stream *stream);

/* Number by which device code names the stream, -1 on error. Manual:
 * flexio_msg_stream_get_id. */
FLEXIO_EXPERIMENTAL int
flexio_msg_stream_get_id(struct flexio_msg_stream *stream);

/* Changes a stream's level: FLEXIO_MSG_DEV_NO_PRINT to FLEXIO_MSG_DEV_DEBUG,
 * but not ALWAYS_PRINT. Fails for the default stream. Manual:
 * flexio_msg_stream_level_set. */
FLEXIO_EXPERIMENTAL flexio_status flexio_msg_stream_level_set(
    struct flexio_msg_stream *stream, flexio_msg_dev_level level);

/* Older form of flexio_msg_stream_create() for the default stream; fails if it
 * is open. Ended by flexio_log_dev_destroy() or with the process. Manual:
 * flexio_log_dev_init. */
FLEXIO_EXPERIMENTAL flexio_status flexio_log_dev_init(
    struct flexio_process *process, flexio_msg_stream_attr_t *stream_fattr,
    FILE *out, pthread_t *ppthread);

/* Older form of flexio_msg_stream_flush() for the default stream. Manual:
 * flexio_log_dev_flush. */
FLEXIO_EXPERIMENTAL flexio_status
flexio_log_dev_flush(struct flexio_process *process);

/* Older form of flexio_msg_stream_destroy() for the default stream. Manual:
 * flexio_log_dev_destroy. */
FLEXIO_EXPERIMENTAL flexio_status
flexio_log_dev_destroy(struct flexio_process *process);

#ifdef __cplusplus
}
#endif

#endif
