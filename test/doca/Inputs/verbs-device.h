/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Device code of tests on DOCA DPA Verbs: requests and their completions. */
#ifndef VERBS_DEVICE_H
#define VERBS_DEVICE_H

#include <doca_dpa_dev.h>
#include <doca_dpa_dev_verbs.h>

/* A request without a fence. The list must exist until the request is posted. */
static inline struct doca_dpa_dev_verbs_send_wr
make_request(enum doca_dpa_dev_verbs_send_wr_opcode opcode,
             struct doca_dpa_dev_verbs_sge *list, uint32_t count,
             uint32_t flags) {
  struct doca_dpa_dev_verbs_send_wr request;
  doca_dpa_dev_verbs_send_wr_set_opcode(&request, opcode);
  doca_dpa_dev_verbs_send_wr_set_sg_list(&request, list);
  doca_dpa_dev_verbs_send_wr_set_sg_num_sge(&request, count);
  doca_dpa_dev_verbs_send_wr_set_send_flags(&request, flags);
  doca_dpa_dev_verbs_send_wr_set_fence_mode(
      &request, DOCA_DPA_DEV_VERBS_SEND_WR_FM_NO_FENCE);
  return request;
}

/* Waits for a completion and acknowledges it. */
static inline doca_dpa_dev_completion_element_t next(uint64_t completions) {
  doca_dpa_dev_completion_element_t done;
  while (!doca_dpa_dev_get_completion(completions, &done))
    ;
  doca_dpa_dev_completion_ack(completions, 1);
  return done;
}

#endif
