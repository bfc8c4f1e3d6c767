// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The two retry counts of a queue pair by verbs differ: a send request for which the peer has no receive request is retried rnr_retry
// times, although a request without acknowledgement is retried more often.
// RUN: rm -rf %t && split-file %s %t
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -ldpa -device-libs="-ldoca_dpa_dev -ldoca_dpa_dev_comm -ldoca_dpa_dev_verbs" -devicecc-options="-I%S/Inputs -Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: %hostcc_doca -I%S/Inputs -I%t %t/host.c %t/app.a -ldoca_verbs %doca_libs -o %t/host
// RUN: dpa-run -- %t/host

//--- device.c
#include "verbs-device.h"
#include <doca_dpa_dev_rdma.h>

// Sends 8 bytes; returns the syndrome of the completion, 0 without error.
__dpa_rpc__ uint64_t send_once(uint64_t pair, uint64_t sent, uint64_t memory,
                               uint32_t key) {
  struct doca_dpa_dev_verbs_sge piece = {memory, 8, key};
  struct doca_dpa_dev_verbs_send_wr request =
      make_request(DOCA_DPA_DEV_VERBS_SEND_WR_OPCODE_SEND, &piece, 1,
                   DOCA_DPA_DEV_VERBS_SEND_WR_FLAGS_SIGNALED);
  doca_dpa_dev_verbs_qp_post_send_wr(pair, &request);
  doca_dpa_dev_verbs_qp_commit_send(pair);
  doca_dpa_dev_completion_element_t done = next(sent);
  return doca_dpa_dev_get_completion_type(done) == DOCA_DPA_DEV_COMP_SEND
             ? 0
             : doca_dpa_dev_completion_element_get_error_syndrome(done);
}

//--- host.c
#include "verbs-program.h"

extern struct doca_dpa_app *test_app;
doca_dpa_func_t send_once;

enum { RNR_RETRIES_EXCEEDED = 0x16 };

static void test_ranges(void) {
  struct doca_verbs_qp_attr *attr;
  OK(doca_verbs_qp_attr_create(&attr));
  INVALID(doca_verbs_qp_attr_set_retry_cnt(attr, 8));
  INVALID(doca_verbs_qp_attr_set_rnr_retry(attr, 8));
  INVALID(doca_verbs_qp_attr_set_ack_timeout(attr, 32));
  OK(doca_verbs_qp_attr_set_ack_timeout(attr, 31));
  OK(doca_verbs_qp_attr_destroy(attr));
}

int main(void) {
  uint64_t from_handle, to_handle, sent_handle, address, syndrome = 0;
  uint32_t key;
  open_verbs(test_app);
  test_ranges();
  struct doca_mmap *mmap = device_memory(64, &address, &key);
  struct doca_dpa_completion *sent = start_completion(16, &sent_handle);
  struct doca_verbs_qp *from = create_sender(4, sent, &from_handle),
                       *to = create_sender(4, sent, &to_handle);
  connect_with(from, doca_verbs_qp_get_qpn(to), 2);
  connect_to(to, doca_verbs_qp_get_qpn(from));
  OK(doca_dpa_rpc(dpa, send_once, &syndrome, from_handle, sent_handle, address,
                  key));
  HOLDS(syndrome == RNR_RETRIES_EXCEEDED);
  OK(doca_verbs_qp_destroy(from));
  OK(doca_verbs_qp_destroy(to));
  OK(doca_dpa_completion_destroy(sent));
  OK(doca_mmap_destroy(mmap));
  OK(doca_dpa_mem_free(dpa, address));
  close_verbs();
  return failures != 0;
}
