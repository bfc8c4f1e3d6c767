// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same as wrong-handles.c, for libdoca_verbs and libdoca_flow.
// RUN: %hostcc_doca -I%S/Inputs %s -ldoca_flow -ldoca_verbs %doca_libs -o %t && dpa-run -- %t | FileCheck %s
// RUN: sh %S/Inputs/functions-without-test.sh %s %sdk/lib/libdoca_verbs.so %sdk/lib/libdoca_flow.so | count 0
#include "device.h"
#include <doca_flow.h>
#include <doca_mmap.h>
#include <doca_uar.h>
#include <doca_umem.h>
#include <doca_verbs.h>
#include <doca_verbs_bridge.h>

/* A function without result. */
#define IGNORED(call) call

static void table(void *h) {
  static char memory[4096];
  struct doca_verbs_gid gid = {};
  void *out = memory;
  INVALID(doca_verbs_qp_init_attr_set_srq(h, h));
  INVALID(doca_verbs_qp_init_attr_set_wq_umem(h, 1, 0));
  INVALID(doca_verbs_qp_init_attr_set_dbr_umem(h, 1, 0));
  INVALID(doca_verbs_qp_init_attr_set_uar_id(h, 1));
  INVALID(doca_verbs_eth_sq_init_attr_set_flush_in_error_en(h, 1));
  INVALID(doca_verbs_eth_sq_init_attr_set_plane_index(h, 0));
  INVALID(doca_verbs_eth_rq_init_attr_set_flush_in_error_en(h, 1));
  INVALID(doca_verbs_eth_rq_init_attr_set_plane_index(h, 0));
  INVALID(doca_verbs_qp_attr_set_atomic_mode(h, 1));
  INVALID(doca_verbs_qp_attr_set_max_rd_atomic(h, 1));
  INVALID(doca_verbs_qp_attr_set_max_dest_rd_atomic(h, 1));
  INVALID(doca_verbs_qp_attr_set_pkey_index(h, 0));
  INVALID(doca_verbs_qp_init_attr_set_send_dbr_mode(h, 0));
  INVALID(doca_verbs_qp_init_attr_set_send_cq(h, h));
  INVALID(doca_verbs_qp_init_attr_set_receive_cq(h, h));
  INVALID(doca_verbs_qp_init_attr_set_sq_sig_all(h, 0));
  INVALID(doca_verbs_qp_init_attr_set_max_inline_data(h, 0));
  INVALID(doca_verbs_ah_attr_set_sl(h, 0));
  INVALID(doca_verbs_ah_attr_set_traffic_class(h, 0));
  INVALID(doca_verbs_ah_attr_set_dlid(h, 0));
  INVALID(doca_verbs_ah_attr_set_static_rate(h, 0));
  INVALID(doca_verbs_eth_sq_init_attr_destroy(h));
  INVALID(doca_verbs_eth_sq_init_attr_set_pd(h, h));
  INVALID(doca_verbs_eth_sq_init_attr_set_wr_num(h, 1));
  INVALID(doca_verbs_eth_sq_init_attr_set_max_sges(h, 1));
  INVALID(doca_verbs_eth_sq_init_attr_set_queue_id(h, 1));
  INVALID(doca_verbs_eth_sq_init_attr_set_user_index(h, 1));
  INVALID(doca_verbs_eth_sq_init_attr_set_external_datapath_en(h, 1));
  INVALID(doca_verbs_eth_sq_init_attr_set_dpa(h, h));
  INVALID(doca_verbs_eth_sq_init_attr_set_external_umem(h, h, 0));
  INVALID(doca_verbs_eth_sq_init_attr_set_external_dbr_umem(h, h, 0));
  INVALID(doca_verbs_eth_sq_init_attr_set_external_uar(h, h));
  INVALID(doca_verbs_eth_sq_init_attr_set_dpa_completion(h, h));
  INVALID(doca_verbs_eth_sq_init_attr_set_cq(h, h));
  INVALID(doca_verbs_eth_sq_init_attr_set_ts_source_type(h, 0));
  INVALID(doca_verbs_eth_sq_init_attr_set_allow_multi_pkt_send_wqe(h, 1));
  INVALID(doca_verbs_eth_sq_init_attr_set_sig_all(h, 0));
  INVALID(doca_verbs_eth_sq_init_attr_set_max_inline_data(h, 0));
  INVALID(doca_verbs_eth_sq_create(h, h, out));
  INVALID(doca_verbs_eth_sq_destroy(h));
  HOLDS(doca_verbs_eth_sq_get_sq_hw_number(h) == 0);
  INVALID(doca_verbs_eth_sq_get_dpa_handle(h, h, out));
  INVALID(doca_verbs_eth_rq_init_attr_destroy(h));
  INVALID(doca_verbs_eth_rq_init_attr_set_pd(h, h));
  INVALID(doca_verbs_eth_rq_init_attr_set_wr_num(h, 1));
  INVALID(doca_verbs_eth_rq_init_attr_set_max_sges(h, 1));
  INVALID(doca_verbs_eth_rq_init_attr_set_queue_id(h, 1));
  INVALID(doca_verbs_eth_rq_init_attr_set_user_index(h, 1));
  INVALID(doca_verbs_eth_rq_init_attr_set_external_datapath_en(h, 1));
  INVALID(doca_verbs_eth_rq_init_attr_set_dpa(h, h));
  INVALID(doca_verbs_eth_rq_init_attr_set_external_umem(h, h, 0));
  INVALID(doca_verbs_eth_rq_init_attr_set_external_dbr_umem(h, h, 0));
  INVALID(doca_verbs_eth_rq_init_attr_set_external_uar(h, h));
  INVALID(doca_verbs_eth_rq_init_attr_set_dpa_completion(h, h));
  INVALID(doca_verbs_eth_rq_init_attr_set_cq(h, h));
  INVALID(doca_verbs_eth_rq_init_attr_set_ts_source_type(h, 0));
  INVALID(doca_verbs_eth_rq_init_attr_set_srq(h, h));
  INVALID(doca_verbs_eth_rq_create(h, h, out));
  INVALID(doca_verbs_eth_rq_destroy(h));
  HOLDS(doca_verbs_eth_rq_get_rq_hw_number(h) == 0);
  INVALID(doca_verbs_eth_rq_get_dpa_handle(h, h, out));
  INVALID(doca_verbs_srq_init_attr_destroy(h));
  INVALID(doca_verbs_srq_init_attr_set_pd(h, h));
  INVALID(doca_verbs_srq_init_attr_set_srq_wr(h, 1));
  INVALID(doca_verbs_srq_init_attr_set_receive_max_sges(h, 1));
  INVALID(doca_verbs_srq_init_attr_set_type(h, DOCA_VERBS_SRQ_TYPE_CONTIGUOUS));
  INVALID(doca_verbs_srq_init_attr_set_dpa(h, h));
  INVALID(doca_verbs_srq_init_attr_set_dpa_ctx(h, h));
  INVALID(doca_verbs_srq_init_attr_set_external_umem(h, h, 0));
  INVALID(doca_verbs_srq_init_attr_set_external_dbr_umem(h, h, 0));
  INVALID(doca_verbs_srq_create(h, h, out));
  INVALID(doca_verbs_srq_destroy(h));
  INVALID(doca_verbs_srq_get_dpa_handle(h, h, out));
  HOLDS(doca_verbs_srq_get_srqn(h) == 0);
  INVALID(doca_verbs_query_device(h, out));
  INVALID(doca_verbs_device_attr_free(h));
  HOLDS(doca_verbs_device_attr_get_max_qp(h) == 0);
  HOLDS(doca_verbs_device_attr_get_max_qp_wr(h) == 0);
  HOLDS(doca_verbs_device_attr_get_max_sge(h) == 0);
  HOLDS(doca_verbs_device_attr_get_max_srq_sge(h) == 0);
  HOLDS(doca_verbs_device_attr_get_max_cq(h) == 0);
  HOLDS(doca_verbs_device_attr_get_max_cqe(h) == 0);
  HOLDS(doca_verbs_device_attr_get_max_mr(h) == 0);
  HOLDS(doca_verbs_device_attr_get_max_pd(h) == 0);
  HOLDS(doca_verbs_device_attr_get_max_ah(h) == 0);
  HOLDS(doca_verbs_device_attr_get_max_srq(h) == 0);
  HOLDS(doca_verbs_device_attr_get_max_srq_wr(h) == 0);
  HOLDS(doca_verbs_device_attr_get_max_pkeys(h) == 0);
  HOLDS(doca_verbs_device_attr_get_ts_free_running_clock_frequency(h) == 0);
  INVALID(doca_verbs_device_attr_get_is_qp_type_supported(h, 0));
  INVALID(doca_verbs_device_attr_get_is_eth_sq_ts_source_type_supported(h, 0));
  INVALID(doca_verbs_device_attr_get_is_eth_rq_ts_source_type_supported(h, 0));
  INVALID(doca_verbs_device_attr_get_is_dpa_external_datapath_supported(h));
  HOLDS(doca_verbs_bridge_verbs_pd_get_ibv_pd(h) == NULL);
  HOLDS(doca_verbs_bridge_verbs_context_get_ibv_context(h) == NULL);
  INVALID(doca_flow_cfg_destroy(h));
  INVALID(doca_flow_cfg_set_pipe_queues(h, 1));
  INVALID(doca_flow_cfg_set_nr_counters(h, 1));
  INVALID(doca_flow_cfg_set_mode_args(h, "vnf"));
  INVALID(doca_flow_init(h));
  INVALID(doca_flow_port_cfg_destroy(h));
  INVALID(doca_flow_port_cfg_set_port_id(h, 1));
  INVALID(doca_flow_port_cfg_set_dev(h, h));
  INVALID(doca_flow_port_start(h, out));
  INVALID(doca_flow_port_stop(h));
  INVALID(doca_flow_pipe_cfg_create(out, h));
  INVALID(doca_flow_pipe_cfg_destroy(h));
  INVALID(doca_flow_pipe_cfg_set_name(h, "name"));
  INVALID(doca_flow_pipe_cfg_set_type(h, DOCA_FLOW_PIPE_BASIC));
  INVALID(doca_flow_pipe_cfg_set_is_root(h, true));
  INVALID(doca_flow_pipe_cfg_set_match(h, out, NULL));
  INVALID(doca_flow_pipe_cfg_set_actions(h, NULL, NULL, NULL, 0));
  INVALID(doca_flow_pipe_create(h, NULL, NULL, out));
  INVALID(doca_flow_pipe_basic_add_entry(0, h, NULL, 0, NULL, NULL, NULL, 0,
                                         NULL, out));
  INVALID(doca_flow_entries_process(h, 0, 0, 0));
  IGNORED(doca_flow_pipe_destroy(h));
  IGNORED(doca_flow_destroy());
  INVALID(doca_verbs_context_create(h, 0, out));
  INVALID(doca_verbs_context_destroy(h));
  INVALID(doca_verbs_pd_create(h, out));
  INVALID(doca_verbs_pd_destroy(h));
  INVALID(doca_verbs_pd_as_doca_dev(h, out));
  INVALID(doca_verbs_ah_attr_create(h, out));
  INVALID(doca_verbs_ah_attr_destroy(h));
  INVALID(doca_verbs_ah_attr_set_gid(h, gid));
  INVALID(doca_verbs_ah_attr_set_addr_type(h, DOCA_VERBS_ADDR_TYPE_IPv4));
  INVALID(doca_verbs_ah_attr_set_sgid_index(h, 0));
  INVALID(doca_verbs_ah_attr_set_hop_limit(h, 1));
  INVALID(doca_verbs_qp_init_attr_destroy(h));
  INVALID(doca_verbs_qp_init_attr_set_pd(h, h));
  INVALID(doca_verbs_qp_init_attr_set_dpa(h, h));
  INVALID(doca_verbs_qp_init_attr_set_dpa_ctx(h, h));
  INVALID(doca_verbs_qp_init_attr_set_external_umem(h, h, 0));
  INVALID(doca_verbs_qp_init_attr_set_external_dbr_umem(h, h, 0));
  INVALID(doca_verbs_qp_init_attr_set_external_uar(h, h));
  INVALID(doca_verbs_qp_init_attr_set_send_dpa_completion(h, h));
  INVALID(doca_verbs_qp_init_attr_set_receive_dpa_completion(h, h));
  INVALID(doca_verbs_qp_attr_destroy(h));
  INVALID(doca_verbs_qp_attr_set_ah_attr(h, h));
  INVALID(doca_verbs_qp_create(h, h, out));
  INVALID(doca_verbs_qp_destroy(h));
  INVALID(doca_verbs_qp_modify(h, h, DOCA_VERBS_QP_ATTR_NEXT_STATE));
  HOLDS(doca_verbs_qp_get_qpn(h) == 0);
  INVALID(doca_verbs_qp_get_dpa_handle(h, h, out));
  INVALID(doca_verbs_qp_init_attr_set_qp_type(h, 1));
  INVALID(doca_verbs_qp_init_attr_set_sq_wr(h, 1));
  INVALID(doca_verbs_qp_init_attr_set_rq_wr(h, 1));
  INVALID(doca_verbs_qp_init_attr_set_send_max_sges(h, 1));
  INVALID(doca_verbs_qp_init_attr_set_receive_max_sges(h, 1));
  INVALID(doca_verbs_qp_init_attr_set_user_index(h, 1));
  INVALID(doca_verbs_qp_init_attr_set_external_datapath_en(h, 1));
  INVALID(doca_verbs_qp_attr_set_next_state(h, 1));
  INVALID(doca_verbs_qp_attr_set_path_mtu(h, 1));
  INVALID(doca_verbs_qp_attr_set_rq_psn(h, 1));
  INVALID(doca_verbs_qp_attr_set_sq_psn(h, 1));
  INVALID(doca_verbs_qp_attr_set_dest_qp_num(h, 1));
  INVALID(doca_verbs_qp_attr_set_allow_remote_write(h, 1));
  INVALID(doca_verbs_qp_attr_set_allow_remote_read(h, 1));
  INVALID(doca_verbs_qp_attr_set_port_num(h, 1));
  INVALID(doca_verbs_qp_attr_set_ack_timeout(h, 1));
  INVALID(doca_verbs_qp_attr_set_retry_cnt(h, 1));
  INVALID(doca_verbs_qp_attr_set_rnr_retry(h, 1));
  INVALID(doca_verbs_qp_attr_set_min_rnr_timer(h, 1));
}

int main(void) {
  struct doca_mmap *mmap;
  char other[64] = "not an object";
  table(NULL);
  table(other);
  /* An object of a kind that no function of the table expects. */
  OK(doca_mmap_create(&mmap));
  table(mmap);
  OK(doca_mmap_destroy(mmap));
  table(mmap);
  return result(); // CHECK: {{^}}0 failures
}
