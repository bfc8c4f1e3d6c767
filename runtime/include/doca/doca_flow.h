/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Steering of received frames to Ethernet queues of device code (doca_verbs_eth.h). A port is a device; a pipe is a
 * table of entries with one match; an entry directs frames to queues or drops them. Handles that are not live are
 * DOCA_ERROR_INVALID_VALUE. Everything but what is described here is DOCA_ERROR_NOT_SUPPORTED. Objects are not thread
 * safe. C and C++.
 */
#ifndef DOCA_FLOW_H
#define DOCA_FLOW_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <doca_compat.h>
#include <doca_error.h>
#include <doca_flow_crypto.h>
#include <doca_flow_net.h>

#ifdef __cplusplus
extern "C" {
#endif

struct doca_dev;
struct doca_flow_cfg;
struct doca_flow_port;
struct doca_flow_port_cfg;
struct doca_flow_pipe;
struct doca_flow_pipe_cfg;
struct doca_flow_pipe_entry;
struct doca_flow_target;
struct doca_flow_action_descs;

/** Where frames go. */
enum doca_flow_fwd_type {
  DOCA_FLOW_FWD_NONE = 0,   /**< of a miss: as if there were no pipe */
  DOCA_FLOW_FWD_RSS = 1,    /**< to queues */
  DOCA_FLOW_FWD_PORT = 2,   /**< not supported */
  DOCA_FLOW_FWD_PIPE = 3,   /**< to a pipe that was created before */
  DOCA_FLOW_FWD_DROP = 4,   /**< nowhere */
  DOCA_FLOW_FWD_TARGET = 5, /**< not supported */
  DOCA_FLOW_FWD_ORDERED_LIST_PIPE = 6, /**< not supported */
  DOCA_FLOW_FWD_CHANGEABLE = 7,        /**< each entry says it */
  DOCA_FLOW_FWD_HASH_PIPE = 8          /**< not supported */
};

/** Kinds of pipes. */
enum doca_flow_pipe_type {
  DOCA_FLOW_PIPE_BASIC = 0,
  DOCA_FLOW_PIPE_CONTROL, /**< not supported, as all others */
  DOCA_FLOW_PIPE_LPM,
  DOCA_FLOW_PIPE_CT,
  DOCA_FLOW_PIPE_ACL,
  DOCA_FLOW_PIPE_ORDERED_LIST,
  DOCA_FLOW_PIPE_HASH
};

/** To whom a resource belongs. */
enum doca_flow_resource_type {
  DOCA_FLOW_RESOURCE_TYPE_NONE = 0,
  DOCA_FLOW_RESOURCE_TYPE_SHARED = 1, /**< not supported */
  DOCA_FLOW_RESOURCE_TYPE_NON_SHARED = 2
};

/** Which headers choose one of several queues; bits. Other frames go to the first queue. */
enum doca_rss_type {
  DOCA_FLOW_RSS_IPV4 = 1 << 0,
  DOCA_FLOW_RSS_IPV6 = 1 << 1,
  DOCA_FLOW_RSS_UDP = 1 << 2,
  DOCA_FLOW_RSS_TCP = 1 << 3,
  DOCA_FLOW_RSS_ESP = 1 << 4 /**< not supported */
};

/** How they do it. */
enum doca_flow_rss_hash_function {
  DOCA_FLOW_RSS_HASH_FUNCTION_TOEPLITZ = 0,
  DOCA_FLOW_RSS_HASH_FUNCTION_SYMMETRIC_TOEPLITZ =
      1 /**< both directions go to one queue */
};

/** When an entry is installed. */
enum doca_flow_flags_type {
  DOCA_FLOW_NO_WAIT = 0,        /**< at once, with those that wait */
  DOCA_FLOW_WAIT_FOR_BATCH = 1, /**< later */
  DOCA_FLOW_ENTRY_FLAGS_NO_WAIT = 0,
  DOCA_FLOW_ENTRY_FLAGS_WAIT_FOR_BATCH = 1
};

/** Queues. The array is copied. */
struct doca_flow_resource_rss_cfg {
  uint32_t outer_flags;   /**< enum doca_rss_type; no effect with one queue */
  uint32_t inner_flags;   /**< 0 */
  uint16_t *queues_array; /**< doca_verbs_eth_rq_init_attr_set_queue_id() */
  int nr_queues;          /**< 1 to 256 */
  enum doca_flow_rss_hash_function rss_hash_func;
};

/** Where frames go. */
struct doca_flow_fwd {
  enum doca_flow_fwd_type type;
  union {
    struct {
      enum doca_flow_resource_type
          rss_type; /**< DOCA_FLOW_RESOURCE_TYPE_NON_SHARED */
      union {
        struct doca_flow_resource_rss_cfg rss;
        uint32_t shared_rss_id;
      };
    };
    struct {
      uint16_t port_id;
    };
    struct {
      struct doca_flow_pipe *next_pipe;
    };
    struct {
      struct doca_flow_pipe *pipe;
      uint32_t idx;
    } ordered_list_pipe;
    struct {
      struct doca_flow_target *target;
    };
  };
};

/** Data that programs attach to packets: all 0. */
struct doca_flow_meta {
  uint32_t pkt_meta;
};

/** What the card knows of a packet: all 0. */
struct doca_flow_parser_meta {
  uint32_t port_meta;
};

/** A tunnel: all 0. */
struct doca_flow_tun {
  uint32_t type;
};

/** Which frames: only `outer` may be other than 0. */
struct doca_flow_match {
  uint32_t flags;
  struct doca_flow_meta meta;
  struct doca_flow_parser_meta parser_meta;
  struct doca_flow_header_format outer;
  struct doca_flow_tun tun;
  struct doca_flow_header_format inner;
};

/** Changes of packets: all 0. */
struct doca_flow_actions {
  uint8_t action_idx;
  uint32_t flags;
  struct doca_flow_meta meta;
  struct doca_flow_parser_meta parser_meta;
  struct doca_flow_header_format outer;
  struct doca_flow_tun tun;
};

/** Counters and meters: all 0. */
struct doca_flow_monitor {
  uint32_t meter_type;
  uint32_t counter_type;
};

/** Creates the configuration of the library; the caller owns it. */
DOCA_EXPERIMENTAL doca_error_t doca_flow_cfg_create(struct doca_flow_cfg **cfg);
/** Destroys it; the library keeps a copy. */
DOCA_EXPERIMENTAL doca_error_t doca_flow_cfg_destroy(struct doca_flow_cfg *cfg);
/** Sets how many threads add entries, 1 at first. */
DOCA_EXPERIMENTAL doca_error_t
doca_flow_cfg_set_pipe_queues(struct doca_flow_cfg *cfg, uint16_t pipe_queues);
/** Sets the number of counters, which no entry uses. */
DOCA_EXPERIMENTAL doca_error_t
doca_flow_cfg_set_nr_counters(struct doca_flow_cfg *cfg, uint32_t nr_counters);
/** Sets the mode: "vnf" or "vnf,hws". NOT_SUPPORTED: others. */
DOCA_EXPERIMENTAL doca_error_t
doca_flow_cfg_set_mode_args(struct doca_flow_cfg *cfg, const char *mode_args);
/** Initialises the library. No device has to be open. INVALID_VALUE: without mode. ALREADY_EXIST: it is. */
DOCA_EXPERIMENTAL doca_error_t doca_flow_init(struct doca_flow_cfg *cfg);
/** Stops all ports, and ends the use of the library. */
DOCA_EXPERIMENTAL void doca_flow_destroy(void);

/** Creates the configuration of a port; the caller owns it. */
DOCA_EXPERIMENTAL doca_error_t
doca_flow_port_cfg_create(struct doca_flow_port_cfg **cfg);
/** Destroys it. */
DOCA_EXPERIMENTAL doca_error_t
doca_flow_port_cfg_destroy(struct doca_flow_port_cfg *cfg);
/** Sets the number of the port, 0 at first. */
DOCA_EXPERIMENTAL doca_error_t doca_flow_port_cfg_set_port_id(
    struct doca_flow_port_cfg *cfg, uint16_t port_id);
/** Sets its device, which must be open until the port is stopped. */
DOCA_EXPERIMENTAL doca_error_t doca_flow_port_cfg_set_dev(
    struct doca_flow_port_cfg *cfg, struct doca_dev *dev);
/** Starts a port: pipes may be created. INVALID_VALUE: without device. NOT_PERMITTED: without doca_flow_init().
 * ALREADY_EXIST: a port with this number or device is started. DRIVER. */
DOCA_EXPERIMENTAL doca_error_t doca_flow_port_start(
    const struct doca_flow_port_cfg *cfg, struct doca_flow_port **port);
/** Stops a port; its pipes and entries are destroyed. */
DOCA_EXPERIMENTAL doca_error_t doca_flow_port_stop(struct doca_flow_port *port);

/** Creates the configuration of a pipe; the caller owns it. */
DOCA_EXPERIMENTAL doca_error_t doca_flow_pipe_cfg_create(
    struct doca_flow_pipe_cfg **cfg, struct doca_flow_port *port);
/** Destroys it; pipes that were created from it stay. */
DOCA_EXPERIMENTAL doca_error_t
doca_flow_pipe_cfg_destroy(struct doca_flow_pipe_cfg *cfg);
/** Sets the name of the pipe, for messages. */
DOCA_EXPERIMENTAL doca_error_t
doca_flow_pipe_cfg_set_name(struct doca_flow_pipe_cfg *cfg, const char *name);
/** Sets its kind. NOT_SUPPORTED: not DOCA_FLOW_PIPE_BASIC. */
DOCA_EXPERIMENTAL doca_error_t doca_flow_pipe_cfg_set_type(
    struct doca_flow_pipe_cfg *cfg, enum doca_flow_pipe_type type);
/** Sets whether frames of the port arrive here first: one pipe of each port. */
DOCA_EXPERIMENTAL doca_error_t
doca_flow_pipe_cfg_set_is_root(struct doca_flow_pipe_cfg *cfg, bool is_root);
/**
 * Sets which fields of `match->outer` entries match; copied. Without `match_mask`: a field of zeros matches all, of
 * ones is given by each entry, any other value is that of all entries. With `match_mask`: the bits of the mask are
 * matched, with the value of `match`, or of each entry where all bits of the field in `match` are ones. NOT_SUPPORTED:
 * other parts than `outer`, or headers of both unions.
 */
DOCA_EXPERIMENTAL doca_error_t doca_flow_pipe_cfg_set_match(
    struct doca_flow_pipe_cfg *cfg, const struct doca_flow_match *match,
    const struct doca_flow_match *match_mask);
/** Sets changes of packets. NOT_SUPPORTED: one that is not all 0, masks other than NULL. */
DOCA_EXPERIMENTAL doca_error_t doca_flow_pipe_cfg_set_actions(
    struct doca_flow_pipe_cfg *cfg, struct doca_flow_actions *const *actions,
    struct doca_flow_actions *const *actions_masks,
    struct doca_flow_action_descs *const *action_descs, size_t nr_actions);
/**
 * Creates a pipe; the port owns it. `fwd` is that of entries without one, NULL: each entry has one. `fwd_miss` is for
 * frames that no entry matches (NONE, DROP, PIPE); NULL: DROP in a pipe that is not the root. NOT_SUPPORTED: other
 * kinds, a second root. INVALID_VALUE: a queue does not exist. TOO_BIG: more than 60 pipes of a port that are not its
 * root. DRIVER.
 */
DOCA_EXPERIMENTAL doca_error_t doca_flow_pipe_create(
    const struct doca_flow_pipe_cfg *cfg, const struct doca_flow_fwd *fwd,
    const struct doca_flow_fwd *fwd_miss, struct doca_flow_pipe **pipe);
/** Destroys a pipe with its entries, unless another pipe or an entry leads to it, which is logged. */
DOCA_EXPERIMENTAL void doca_flow_pipe_destroy(struct doca_flow_pipe *pipe);
/**
 * Adds an entry; the pipe owns it. `match` has the values of fields that entries give; NULL: zeros. `action_idx` is 0,
 * `actions` and `monitor` are NULL or all 0. `fwd` replaces that of the pipe; NULL: it counts. `flags`: enum
 * doca_flow_flags_type. The queues of an entry cannot be destroyed before it. INVALID_VALUE: pipe_queue is not below that
 * of doca_flow_cfg_set_pipe_queues(), a queue does not exist, there is no fwd. DRIVER: the device
 * rejects a rule.
 */
DOCA_EXPERIMENTAL doca_error_t doca_flow_pipe_basic_add_entry(
    uint16_t pipe_queue, struct doca_flow_pipe *pipe,
    const struct doca_flow_match *match, uint8_t action_idx,
    const struct doca_flow_actions *actions,
    const struct doca_flow_monitor *monitor, const struct doca_flow_fwd *fwd,
    uint32_t flags, void *usr_ctx, struct doca_flow_pipe_entry **entry);
/** Installs entries of the queue that wait, at most `max_processed_entries`, 0: all. It does not have to wait, so that
 * `timeout`, in microseconds, has no effect. An entry that cannot be installed has no effect any more; its error, as
 * of doca_flow_pipe_basic_add_entry(), is returned when the others are installed. */
DOCA_EXPERIMENTAL doca_error_t
doca_flow_entries_process(struct doca_flow_port *port, uint16_t pipe_queue,
                          uint64_t timeout, uint32_t max_processed_entries);

#ifdef __cplusplus
}
#endif

#endif
