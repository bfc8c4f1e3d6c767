/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Steering of received frames to Ethernet queues of device code (doca_verbs_eth.h). A port is a device; a
 * pipe is a table of entries with one match; an entry directs frames to queues or drops them. Handles that
 * are not live are DOCA_ERROR_INVALID_VALUE. Features that are not described here are
 * DOCA_ERROR_NOT_SUPPORTED. Objects are not thread safe. C and C++.
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

/** Targets of frames. */
enum doca_flow_fwd_type {
  DOCA_FLOW_FWD_NONE = 0,   /**< for a miss: continue as without the pipe */
  DOCA_FLOW_FWD_RSS = 1,    /**< to queues */
  DOCA_FLOW_FWD_PORT = 2,   /**< not supported */
  DOCA_FLOW_FWD_PIPE = 3,   /**< to another, existing pipe */
  DOCA_FLOW_FWD_DROP = 4,   /**< frames are dropped */
  DOCA_FLOW_FWD_TARGET = 5, /**< not supported */
  DOCA_FLOW_FWD_ORDERED_LIST_PIPE = 6, /**< not supported */
  DOCA_FLOW_FWD_CHANGEABLE = 7,        /**< set by each entry */
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

/** Ownership of a resource. */
enum doca_flow_resource_type {
  DOCA_FLOW_RESOURCE_TYPE_NONE = 0,
  DOCA_FLOW_RESOURCE_TYPE_SHARED = 1, /**< not supported */
  DOCA_FLOW_RESOURCE_TYPE_NON_SHARED = 2
};

/** Headers that are hashed to select a queue, as bits. Other frames are received by the first queue. */
enum doca_rss_type {
  DOCA_FLOW_RSS_IPV4 = 1 << 0,
  DOCA_FLOW_RSS_IPV6 = 1 << 1,
  DOCA_FLOW_RSS_UDP = 1 << 2,
  DOCA_FLOW_RSS_TCP = 1 << 3,
  DOCA_FLOW_RSS_ESP = 1 << 4 /**< not supported */
};

/** Hash functions. */
enum doca_flow_rss_hash_function {
  DOCA_FLOW_RSS_HASH_FUNCTION_TOEPLITZ = 0,
  DOCA_FLOW_RSS_HASH_FUNCTION_SYMMETRIC_TOEPLITZ =
      1 /**< the same for both directions of a flow */
};

/** Time at which an entry is installed. */
enum doca_flow_flags_type {
  DOCA_FLOW_NO_WAIT = 0, /**< immediately, with all pending entries */
  DOCA_FLOW_WAIT_FOR_BATCH =
      1, /**< by a later entry or doca_flow_entries_process() */
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

/** A target of frames. */
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

/** Metadata of packets: must be 0. */
struct doca_flow_meta {
  uint32_t pkt_meta;
};

/** Metadata of the parser: must be 0. */
struct doca_flow_parser_meta {
  uint32_t port_meta;
};

/** A tunnel: must be 0. */
struct doca_flow_tun {
  uint32_t type;
};

/** Match of frames: only `outer` may be nonzero. */
struct doca_flow_match {
  uint32_t flags;
  struct doca_flow_meta meta;
  struct doca_flow_parser_meta parser_meta;
  struct doca_flow_header_format outer;
  struct doca_flow_tun tun;
  struct doca_flow_header_format inner;
};

/** Modifications of packets: must be 0. */
struct doca_flow_actions {
  uint8_t action_idx;
  uint32_t flags;
  struct doca_flow_meta meta;
  struct doca_flow_parser_meta parser_meta;
  struct doca_flow_header_format outer;
  struct doca_flow_tun tun;
};

/** Counters and meters: must be 0. */
struct doca_flow_monitor {
  uint32_t meter_type;
  uint32_t counter_type;
};

/** Creates the configuration of the library; the caller owns it. */
DOCA_EXPERIMENTAL doca_error_t doca_flow_cfg_create(struct doca_flow_cfg **cfg);
/** Destroys the configuration; the library keeps a copy. */
DOCA_EXPERIMENTAL doca_error_t doca_flow_cfg_destroy(struct doca_flow_cfg *cfg);
/** Sets the number of pipe queues, that is threads that add entries; 1 by default. */
DOCA_EXPERIMENTAL doca_error_t
doca_flow_cfg_set_pipe_queues(struct doca_flow_cfg *cfg, uint16_t pipe_queues);
/** Sets the number of counters. No effect: entries do not have counters. */
DOCA_EXPERIMENTAL doca_error_t
doca_flow_cfg_set_nr_counters(struct doca_flow_cfg *cfg, uint32_t nr_counters);
/** Sets the mode: "vnf" or "vnf,hws". NOT_SUPPORTED: others. */
DOCA_EXPERIMENTAL doca_error_t
doca_flow_cfg_set_mode_args(struct doca_flow_cfg *cfg, const char *mode_args);
/** Initialises the library, before or after devices are opened. INVALID_VALUE: no mode is set.
 * ALREADY_EXIST: already initialised. */
DOCA_EXPERIMENTAL doca_error_t doca_flow_init(struct doca_flow_cfg *cfg);
/** Stops all ports and deinitialises the library. */
DOCA_EXPERIMENTAL void doca_flow_destroy(void);

/** Creates the configuration of a port; the caller owns it. */
DOCA_EXPERIMENTAL doca_error_t
doca_flow_port_cfg_create(struct doca_flow_port_cfg **cfg);
/** Destroys the configuration of a port. */
DOCA_EXPERIMENTAL doca_error_t
doca_flow_port_cfg_destroy(struct doca_flow_port_cfg *cfg);
/** Sets the number of the port; 0 by default. */
DOCA_EXPERIMENTAL doca_error_t doca_flow_port_cfg_set_port_id(
    struct doca_flow_port_cfg *cfg, uint16_t port_id);
/** Sets the device of the port, which must stay open until the port is stopped. */
DOCA_EXPERIMENTAL doca_error_t doca_flow_port_cfg_set_dev(
    struct doca_flow_port_cfg *cfg, struct doca_dev *dev);
/** Starts a port, which is required to create pipes. INVALID_VALUE: no device is set. NOT_PERMITTED: the
 * library is not initialised. ALREADY_EXIST: a port with this number or device is started. DRIVER. */
DOCA_EXPERIMENTAL doca_error_t doca_flow_port_start(
    const struct doca_flow_port_cfg *cfg, struct doca_flow_port **port);
/** Stops a port, and destroys its pipes and entries. */
DOCA_EXPERIMENTAL doca_error_t doca_flow_port_stop(struct doca_flow_port *port);

/** Creates the configuration of a pipe; the caller owns it. */
DOCA_EXPERIMENTAL doca_error_t doca_flow_pipe_cfg_create(
    struct doca_flow_pipe_cfg **cfg, struct doca_flow_port *port);
/** Destroys the configuration; pipes that were created from it are not affected. */
DOCA_EXPERIMENTAL doca_error_t
doca_flow_pipe_cfg_destroy(struct doca_flow_pipe_cfg *cfg);
/** Sets the name of the pipe, for messages. */
DOCA_EXPERIMENTAL doca_error_t
doca_flow_pipe_cfg_set_name(struct doca_flow_pipe_cfg *cfg, const char *name);
/** Sets the kind of pipe. NOT_SUPPORTED: not DOCA_FLOW_PIPE_BASIC. */
DOCA_EXPERIMENTAL doca_error_t doca_flow_pipe_cfg_set_type(
    struct doca_flow_pipe_cfg *cfg, enum doca_flow_pipe_type type);
/** Sets whether the pipe is the root, which is the first one for frames of the port. A port has one root. */
DOCA_EXPERIMENTAL doca_error_t
doca_flow_pipe_cfg_set_is_root(struct doca_flow_pipe_cfg *cfg, bool is_root);
/**
 * Sets the fields that entries match, in `match->outer`; both arguments are copied. Without `match_mask`, the
 * value of a field in `match` means:
 * - all bits 0: not matched;
 * - all bits 1: matched with the value of each entry;
 * - other values: matched with this value in all entries. With `match_mask`, the bits of the mask are
 *   matched: with the value of each entry if all bits of the field in `match` are 1, otherwise with the value
 *   in `match`. NOT_SUPPORTED: other parts than `outer`, or two headers of one union.
 */
DOCA_EXPERIMENTAL doca_error_t doca_flow_pipe_cfg_set_match(
    struct doca_flow_pipe_cfg *cfg, const struct doca_flow_match *match,
    const struct doca_flow_match *match_mask);
/** Sets modifications of packets. NOT_SUPPORTED: one that is not 0, or masks that are not NULL. */
DOCA_EXPERIMENTAL doca_error_t doca_flow_pipe_cfg_set_actions(
    struct doca_flow_pipe_cfg *cfg, struct doca_flow_actions *const *actions,
    struct doca_flow_actions *const *actions_masks,
    struct doca_flow_action_descs *const *action_descs, size_t nr_actions);
/**
 * Creates a pipe; the port owns it. `fwd` is the target of entries without a target of their own; NULL:
 * entries must have one. `fwd_miss` (NONE, DROP or PIPE) is the target of frames that no entry matches; NULL:
 * NONE in the root, DROP in other pipes. NOT_SUPPORTED: other kinds, a second root. INVALID_VALUE: a queue
 * does not exist. TOO_BIG: more than 60 pipes of a port, without its root. DRIVER.
 */
DOCA_EXPERIMENTAL doca_error_t doca_flow_pipe_create(
    const struct doca_flow_pipe_cfg *cfg, const struct doca_flow_fwd *fwd,
    const struct doca_flow_fwd *fwd_miss, struct doca_flow_pipe **pipe);
/** Destroys a pipe with its entries. A pipe that is the target of another pipe or of an entry is not destroyed;
 * an error is logged. */
DOCA_EXPERIMENTAL void doca_flow_pipe_destroy(struct doca_flow_pipe *pipe);
/**
 * Adds an entry; the pipe owns it. `match` has the values of fields that are set by entries; NULL: 0.
 * `action_idx` must be 0, `actions` and `monitor` NULL or 0. `fwd` is the target; NULL: that of the pipe.
 * `flags`: enum doca_flow_flags_type. Queues cannot be destroyed before the entries that direct frames to
 * them. INVALID_VALUE: `pipe_queue` is not below the number of pipe queues, a queue does not exist, or there
 * is no target. DRIVER: the device rejects a rule.
 */
DOCA_EXPERIMENTAL doca_error_t doca_flow_pipe_basic_add_entry(
    uint16_t pipe_queue, struct doca_flow_pipe *pipe,
    const struct doca_flow_match *match, uint8_t action_idx,
    const struct doca_flow_actions *actions,
    const struct doca_flow_monitor *monitor, const struct doca_flow_fwd *fwd,
    uint32_t flags, void *usr_ctx, struct doca_flow_pipe_entry **entry);
/** Installs pending entries of a pipe queue, at most `max_processed_entries`; 0: all. `timeout`, in
 * microseconds, has no effect, because installing does not block. An entry that cannot be installed is
 * discarded; the others are installed, and its error is returned. Errors of doca_flow_pipe_basic_add_entry().
 * */
DOCA_EXPERIMENTAL doca_error_t
doca_flow_entries_process(struct doca_flow_port *port, uint16_t pipe_queue,
                          uint64_t timeout, uint32_t max_processed_entries);

#ifdef __cplusplus
}
#endif

#endif
