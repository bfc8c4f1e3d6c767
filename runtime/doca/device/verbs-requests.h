/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The contents of the opaque work requests of DOCA DPA Verbs. Fields that an opcode does not use may be
 * undefined. */
#ifndef DPA_DOCA_DEVICE_VERBS_REQUESTS_H
#define DPA_DOCA_DEVICE_VERBS_REQUESTS_H

#include <doca_dpa_dev_verbs.h>

struct send_fields {
  uint64_t sg_list;
  uint32_t num_sge;
  uint8_t opcode;
  uint8_t flags;
  uint8_t fence;
  uint8_t reserved;
  uint32_t immediate;
  uint32_t invalidate_rkey;
  uint64_t remote_addr;
  uint64_t atomic_addr;
  uint32_t rkey;
  uint32_t atomic_rkey;
  uint64_t compare_add;
  uint64_t swap;
} __attribute__((__may_alias__));
_Static_assert(sizeof(struct send_fields) ==
                   sizeof(struct doca_dpa_dev_verbs_send_wr),
               "behind the opaque bytes");

struct receive_fields {
  uint64_t sg_list;
  uint32_t num_sge;
} __attribute__((__packed__, __aligned__(8), __may_alias__));
_Static_assert(sizeof(struct receive_fields) ==
                   sizeof(struct doca_dpa_dev_verbs_recv_wr),
               "behind the opaque bytes");

static inline struct send_fields *
fields_of(struct doca_dpa_dev_verbs_send_wr *request) {
  return (struct send_fields *)request;
}
static inline const struct send_fields *
constant_fields_of(const struct doca_dpa_dev_verbs_send_wr *request) {
  return (const struct send_fields *)request;
}
static inline struct receive_fields *
receive_of(struct doca_dpa_dev_verbs_recv_wr *request) {
  return (struct receive_fields *)request;
}
static inline const struct receive_fields *
constant_receive_of(const struct doca_dpa_dev_verbs_recv_wr *request) {
  return (const struct receive_fields *)request;
}

#endif
