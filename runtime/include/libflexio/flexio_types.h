/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Types, constants and attribute structs of the Flex IO host interface. A part of
 * libflexio/flexio.h, which is the header to include. Values, names and order of fields are those
 * of the manual (Flex IO SDK API reference, chapters 2.2 and 3). In a struct set to zero all
 * attributes have their defaults. Addresses and sizes are in bytes. C11 and C++.
 */
#ifndef LIBFLEXIO_FLEXIO_TYPES_H
#define LIBFLEXIO_FLEXIO_TYPES_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <infiniband/verbs.h>

#include <libflexio/flexio_enums.h>

#ifdef __cplusplus
extern "C" {
#endif

/** An address in device memory. */
typedef uint64_t flexio_uintptr_t;

/** Number of an extended UAR, for device code. */
typedef uint32_t flexio_uar_device_id;

/** Level of a device message: one of FLEXIO_MSG_DEV_NO_PRINT to FLEXIO_MSG_DEV_DEBUG. */
typedef uint8_t flexio_msg_dev_level;

/** A device function on the host: the host stub that dpacc generates, or a handle of
 * flexio_func_register(). It is never called; its address identifies the function. */
typedef void(flexio_func_t)(void);

/** Writes the arguments in `ap` to `argbuf`, as the device's unpack function reads them. dpacc
 * generates it. */
typedef void(flexio_func_arg_pack_fn_t)(void *argbuf, va_list ap);

/* Objects of the library; see the functions that create them. */
struct flexio_process;
struct flexio_window;
struct flexio_outbox;
struct flexio_event_handler;
struct flexio_thread;
struct flexio_cq;
struct flexio_rq;
struct flexio_rmp;
struct flexio_sq;
struct flexio_sq_tis;
struct flexio_qp;
struct flexio_mkey;
struct flexio_uar;
struct flexio_app;
struct flexio_cmdq;
struct flexio_msg_stream;
struct flexio_transport_domain;

/** Longest name of a device function, in bytes without the NUL. */
#define FLEXIO_MAX_NAME_LEN (256)

/** A chunk of message data has 2 to this power bytes. */
#define FLEXIO_MSG_DEV_LOG_DATA_CHUNK_BSIZE 9
/** Largest number of open message streams of a process. */
#define FLEXIO_MSG_DEV_MAX_STREAMS_AMOUNT 255
/** The stream that was created first. */
#define FLEXIO_MSG_DEV_DEFAULT_STREAM_ID 0

/** Levels of messages and streams, most important first. A stream shows messages of its level and
 * below, but never of level NO_PRINT. Every stream with a level above NO_PRINT shows messages of
 * level ALWAYS_PRINT, which is not valid as the level of a stream. */
#define FLEXIO_MSG_DEV_NO_PRINT 0 /**< never shown */
#define FLEXIO_MSG_DEV_ALWAYS_PRINT                                            \
  1                            /**< shown by every stream that shows messages */
#define FLEXIO_MSG_DEV_ERROR 2 /**< an error */
#define FLEXIO_MSG_DEV_WARN 3  /**< a warning */
#define FLEXIO_MSG_DEV_INFO 4  /**< information */
#define FLEXIO_MSG_DEV_DEBUG 5 /**< for debugging */

/** Memory of a queue: ring or doorbell record. */
struct flexio_qmem {
  enum flexio_memtype memtype;
  union {
    flexio_uintptr_t daddr; /**< FLEXIO_MEMTYPE_DPA */
    uint64_t humem_offset;  /**< FLEXIO_MEMTYPE_HOST: offset in umem_id */
  };
  uint32_t umem_id; /**< FLEXIO_MEMTYPE_HOST: registered host memory */
};

/** A place in device or host memory. */
struct flexio_mem {
  enum flexio_memtype mem_type;
  union {
    flexio_uintptr_t daddr; /**< FLEXIO_MEMTYPE_DPA */
    uintptr_t haddr;        /**< FLEXIO_MEMTYPE_HOST */
  };
};

/** The heap of a process, for flexio_process_mem_info_get(). */
struct flexio_heap_mem_info {
  uint64_t base_addr; /**< device address of the heap */
  size_t size;        /**< whole heap */
  size_t requested;   /**< requested in total and not freed */
  size_t allocated;   /**< requested, rounded up as the allocator does */
};

/** Attributes of a completion queue; flexio_cq_create() has the limits. */
struct flexio_cq_attr {
  uint8_t log_cq_depth; /**< 2 to this power entries */
  uint8_t element_type; /**< FLEXIO_CQ_ELEMENT_TYPE_* */
  union {
    uint32_t emulated_eqn;        /**< element type EXT_EQ */
    struct flexio_thread *thread; /**< element type DPA_THREAD */
  };
  uint32_t uar_id;
  void *uar_base_addr;
  enum flexio_cqe_comp_type cqe_comp_type;
  enum flexio_cqe_comp_format cqe_comp_format;
  enum flexio_cq_period_mode cq_period_mode;
  uint16_t cq_period;     /**< moderation: microseconds before an event */
  uint16_t cq_max_count;  /**< moderation: completions before an event */
  bool no_arm;            /**< created without being armed */
  bool cc;                /**< collapsed: all completions in entry 0 */
  uint8_t overrun_ignore; /**< completions overwrite entries not yet consumed */
  uint8_t always_armed;   /**< stays armed after an event */
  struct flexio_qmem cq_ring_qmem;
  flexio_uintptr_t cq_dbr_daddr; /**< doorbell record */
};

/** Attributes of a send queue. */
struct flexio_wq_sq_attr {
  uint8_t allow_multi_pkt_send_wqe;
  struct flexio_sq_tis *tis;
};

/** Attributes of a receive queue. */
struct flexio_wq_rq_attr {
  enum flexio_wq_type wq_type;
  enum flexio_wq_end_pad_mode end_pad_mode;
  struct flexio_transport_domain *td;
  uint8_t vlan_strip_disable;
};

/** Attributes of send and receive queues. */
struct flexio_wq_attr {
  uint8_t log_wq_stride; /**< 2 to this power bytes; 0 means 4 */
  uint8_t log_wq_depth;  /**< 2 to this power entries */
  uint32_t uar_id;
  uint32_t user_index;
  struct ibv_pd *pd;
  union {
    struct flexio_wq_sq_attr sq;
    struct flexio_wq_rq_attr rq;
  };
  struct flexio_qmem wq_ring_qmem;
  struct flexio_qmem wq_dbr_qmem;
};

/** Attributes of a process. */
struct flexio_process_attr {
  struct ibv_pd *pd; /**< NULL: the process creates its own */
  int en_pcc;        /**< the process configures congestion control */
  const char *name;  /**< for statistics and tools; NULL: the app's name */
};

/** The execution units (EUs) on which a thread may run. */
struct flexio_affinity {
  enum flexio_affinity_type type;
  uint32_t id; /**< number of the EU or of the group */
};

/** Attributes of an event handler. */
struct flexio_event_handler_attr {
  flexio_func_t *host_stub_func; /**< the `__dpa_global__` function */
  int continuable; /**< flexio_dev_yield() continues after the call */
  uint64_t arg;    /**< for tools only */
  flexio_uintptr_t thread_local_storage_daddr; /**< 0: none */
  struct flexio_affinity affinity;
  const char *name; /**< for tools; may be NULL */
};

/** The optional attributes that a change of a queue pair uses. */
struct flexio_qp_attr_opt_param_mask {
  bool qp_access_mask;
  bool min_rnr_nak_timer;
};

/** Attributes of a queue pair. */
struct flexio_qp_attr {
  uint32_t transport_type; /**< enum flexio_qp_transport_type */
  uint32_t uar_id;
  uint32_t user_index;
  int qp_access_mask;
  int ops_flag;
  struct ibv_pd *pd;
  int log_sq_depth;
  int no_sq;
  uint32_t sq_cqn;
  int log_rq_depth;
  int rq_type;
  uint32_t rq_cqn;
  uint32_t rmpqn;
  struct flexio_qmem qp_wq_buff_qmem;
  struct flexio_qmem qp_wq_dbr_qmem;
  enum flexio_qp_state next_state;
  uint32_t remote_qp_num;
  uint8_t gid_table_index;
  uint8_t fl;
  uint8_t *dest_mac;
  union ibv_gid rgid_or_rip;
  uint16_t rlid;
  uint32_t min_rnr_nak_timer;
  enum flexio_qp_qpc_mtu path_mtu;
  uint8_t retry_count;
  uint8_t vhca_port_num;
  uint32_t next_rcv_psn;
  uint32_t next_send_psn;
  uint16_t udp_sport;
  uint8_t grh;
  uint8_t log_rra_max;
  uint8_t log_sra_max;
  uint8_t isolate_vl_tc;
  uint32_t q_key;
  /** Additions of this SDK, used from RTR to RTS of RC. Retries after RNR NAKs plus 1: 1 to 7, 8 (no
   * limit); 0: retry_count. */
  uint8_t rnr_retry_count_plus_1;
  /** Exponent t of the timeout of acknowledgements, 4.096 us * 2^t, plus 1: 1 (no timeout) to 32; 0: t is 15. */
  uint8_t ack_timeout_plus_1;
};

/** Attributes of a memory key. */
struct flexio_mkey_attr {
  struct ibv_pd *pd;
  flexio_uintptr_t daddr; /**< start */
  size_t len;             /**< at least 1 */
  int access;             /**< IBV_ACCESS_* */
};

/** Attributes of a command queue. */
struct flexio_cmdq_attr {
  int workers;    /**< threads that run tasks, at least 1 */
  int batch_size; /**< tasks that one runs in an activation, at least 1 */
  enum flexio_cmdq_state state;
  /** Thread-local storage, one address for each worker; NULL: none. */
  flexio_uintptr_t *workers_tls_daddr;
};

/** Attributes of an app; the generated constructor fills them. */
struct flexio_app_attr {
  uint64_t *flexio_dev_versions; /**< of the device libraries in the image */
  size_t flexio_dev_versions_len_size; /**< how many */
  uint64_t dpa_api_version; /**< of the operating system to run the image */
  const char *app_name;
  void *app_ptr; /**< device ELF */
  size_t app_bsize;
  void *sig_ptr;    /**< signature, if any */
  size_t sig_bsize; /**< 0: unsigned; more than 65536: not read, never valid */
};

/** An image to select, for flexio_app_get(). */
struct flexio_app_select_attr {
  const char *app_name;
  enum flexio_hw_model_id hw_model_id;
  struct ibv_context *ibv_ctx;
};

/** Attributes of a message stream; flexio_msg_stream_create() has the limits. */
typedef struct flexio_msg_stream_attr {
  struct flexio_uar *uar; /**< ignored */
  size_t data_bsize;      /**< message buffer: a power of two, at least 2 KiB */
  flexio_msg_dev_sync_mode sync_mode;
  const char *stream_name; /**< for the log; may be NULL */
  flexio_msg_dev_level level;
  /** Where the stream's own calls to the device run. */
  struct flexio_affinity mgmt_affinity;
  union {
    enum flexio_tracer_transport tracer_mode;
    enum flexio_msg_transport transport_mode;
  };
  char *const *tracer_msg_formats; /**< NULL-terminated; tracer mode only */
} flexio_msg_stream_attr_t;
/** Older name of flexio_msg_stream_attr. */
#define flexio_log_dev_attr flexio_msg_stream_attr

/** Attributes of an outbox. */
struct flexio_outbox_attr {
  struct flexio_uar *uar; /**< ignored */
  uint32_t en_pcc;        /**< accepts doorbells of congestion control */
};

#ifdef __cplusplus
}
#endif

#endif
