/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Types, constants and attribute structs of the Flex IO host interface, for
 * libflexio/flexio.h, which is the header to include. Values, field names and
 * field order are those of the reference manual (Flex IO SDK API reference,
 * chapters 2.2 and 3). A struct set to zero asks for the defaults. Addresses
 * and sizes are in bytes. C11 and C++.
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

/* Address in device memory. */
typedef uint64_t flexio_uintptr_t;

/* Number of an extended UAR, as device code gets it. */
typedef uint32_t flexio_uar_device_id;

/* Importance of a device message: one of FLEXIO_MSG_DEV_*. */
typedef uint8_t flexio_msg_dev_level;

/* A device function as the host sees it: the host stub that dpacc makes, or a
 * handle of flexio_func_register(). It is never called; its address names the
 * function. */
typedef void(flexio_func_t)(void);

/* Writes the arguments in `ap` into `argbuf`, as the device's unpack function
 * reads them. Made by dpacc. */
typedef void(flexio_func_arg_pack_fn_t)(void *argbuf, va_list ap);

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

/* Longest name of a device function, in bytes without the final NUL. */
#define FLEXIO_MAX_NAME_LEN (256)

/* Bytes of one chunk of message data: 2 to this power. */
#define FLEXIO_MSG_DEV_LOG_DATA_CHUNK_BSIZE 9
/* Most message streams that a process can have open. */
#define FLEXIO_MSG_DEV_MAX_STREAMS_AMOUNT 255
/* The stream created first. */
#define FLEXIO_MSG_DEV_DEFAULT_STREAM_ID 0

/* Importance of messages, and the level of a stream, which lets messages of its
 * number and below through. A message of NO_PRINT never shows, one of
 * ALWAYS_PRINT does on every stream that prints at all; ALWAYS_PRINT is no
 * stream level. */
#define FLEXIO_MSG_DEV_NO_PRINT 0
#define FLEXIO_MSG_DEV_ALWAYS_PRINT 1
#define FLEXIO_MSG_DEV_ERROR 2
#define FLEXIO_MSG_DEV_WARN 3
#define FLEXIO_MSG_DEV_INFO 4
#define FLEXIO_MSG_DEV_DEBUG 5

/* Memory of a queue. */
struct flexio_qmem {
  enum flexio_memtype memtype;
  union {
    flexio_uintptr_t daddr; /* FLEXIO_MEMTYPE_DPA */
    uint64_t humem_offset;  /* FLEXIO_MEMTYPE_HOST: offset in the registered
                               memory `umem_id` */
  };
  uint32_t umem_id;
};

/* A place in device or host memory. */
struct flexio_mem {
  enum flexio_memtype mem_type;
  union {
    flexio_uintptr_t daddr; /* FLEXIO_MEMTYPE_DPA */
    uintptr_t haddr;        /* FLEXIO_MEMTYPE_HOST */
  };
};

struct flexio_heap_mem_info {
  uint64_t base_addr; /* device address of the heap */
  size_t size;        /* whole heap */
  size_t requested;   /* sum of the sizes asked for and not freed */
  size_t allocated;   /* the same, rounded up as the allocator does */
};

struct flexio_cq_attr {
  uint8_t log_cq_depth;
  uint8_t element_type;
  union {
    uint32_t emulated_eqn;
    struct flexio_thread *thread;
  };
  uint32_t uar_id;
  void *uar_base_addr;
  enum flexio_cqe_comp_type cqe_comp_type;
  enum flexio_cqe_comp_format cqe_comp_format;
  enum flexio_cq_period_mode cq_period_mode;
  uint16_t cq_period;
  uint16_t cq_max_count;
  bool no_arm;
  bool cc;
  uint8_t overrun_ignore;
  uint8_t always_armed;
  struct flexio_qmem cq_ring_qmem;
  flexio_uintptr_t cq_dbr_daddr;
};

struct flexio_wq_sq_attr {
  uint8_t allow_multi_pkt_send_wqe;
  struct flexio_sq_tis *tis;
};

struct flexio_wq_rq_attr {
  enum flexio_wq_type wq_type;
  enum flexio_wq_end_pad_mode end_pad_mode;
  struct flexio_transport_domain *td;
  uint8_t vlan_strip_disable;
};

struct flexio_wq_attr {
  uint8_t log_wq_stride; /* 0 means 4, which is 16 bytes */
  uint8_t log_wq_depth;
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

struct flexio_process_attr {
  struct ibv_pd *pd; /* NULL: the process gets one of its own */
  int en_pcc;        /* the process configures congestion control */
  const char *name;  /* shown by statistics and tools; NULL: the app's name */
};

struct flexio_affinity {
  enum flexio_affinity_type type;
  uint32_t id; /* EU or group number, by type */
};

struct flexio_event_handler_attr {
  flexio_func_t *host_stub_func;
  int continuable;
  uint64_t arg;
  flexio_uintptr_t thread_local_storage_daddr;
  struct flexio_affinity affinity;
  const char *name;
};

struct flexio_qp_attr_opt_param_mask {
  bool qp_access_mask;
  bool min_rnr_nak_timer;
};

struct flexio_qp_attr {
  uint32_t transport_type; /* enum flexio_qp_transport_type */
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
};

struct flexio_mkey_attr {
  struct ibv_pd *pd;
  flexio_uintptr_t daddr;
  size_t len;
  int access;
};

struct flexio_cmdq_attr {
  int workers;    /* threads that perform tasks, at least 1 */
  int batch_size; /* tasks that one performs in an activation, at least 1 */
  enum flexio_cmdq_state state;
  flexio_uintptr_t *workers_tls_daddr; /* thread-local storage of each worker;
                                          NULL: none */
};

struct flexio_app_attr {
  uint64_t
      *flexio_dev_versions; /* versions of the device libraries in the image */
  size_t flexio_dev_versions_len_size;
  uint64_t dpa_api_version; /* version of the device's operating system that the
                               image was built for */
  const char *app_name;
  void *app_ptr; /* device ELF */
  size_t app_bsize;
  void *sig_ptr;    /* signature, if any */
  size_t sig_bsize; /* 0: unsigned */
};

struct flexio_app_select_attr {
  const char *app_name;
  enum flexio_hw_model_id hw_model_id;
  struct ibv_context *ibv_ctx;
};

typedef struct flexio_msg_stream_attr {
  struct flexio_uar *uar; /* ignored */
  size_t data_bsize;      /* message buffer: a power of two, at least 2 KiB */
  flexio_msg_dev_sync_mode sync_mode;
  const char *stream_name; /* for the log; may be NULL */
  flexio_msg_dev_level level;
  struct flexio_affinity
      mgmt_affinity; /* where the stream's own calls into the device run */
  union {
    enum flexio_tracer_transport tracer_mode;
    enum flexio_msg_transport transport_mode;
  };
  char *const *tracer_msg_formats; /* NULL-terminated; tracer mode only */
} flexio_msg_stream_attr_t;
#define flexio_log_dev_attr flexio_msg_stream_attr

struct flexio_outbox_attr {
  struct flexio_uar *uar; /* ignored */
  uint32_t en_pcc;
};

#ifdef __cplusplus
}
#endif

#endif
