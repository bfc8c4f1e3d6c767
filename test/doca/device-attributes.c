// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes of a device by verbs are those of libibverbs, as far as queues of device code can have them; objects of libibverbs behind
// contexts, protection domains and devices. Completion queues of host code are rejected with a reason.
// RUN: %hostcc_doca -I%S/Inputs %s -ldoca_verbs %doca_libs -o %t && dpa-run -- %t 2>&1 | FileCheck %s
#include "device.h"
#include <doca_log.h>
#include <doca_rdma_bridge.h>
#include <doca_verbs.h>
#include <doca_verbs_bridge.h>
#include <infiniband/verbs.h>

static void query(struct doca_verbs_context *context) {
  struct doca_verbs_device_attr *attr;
  struct ibv_device_attr limits;
  struct ibv_device_attr_ex all = {};
  struct ibv_context *verbs =
      doca_verbs_bridge_verbs_context_get_ibv_context(context);
  HOLDS(ibv_query_device(verbs, &limits) == 0);
  HOLDS(ibv_query_device_ex(verbs, NULL, &all) == 0);
  OK(doca_verbs_query_device(context, &attr));
#define IS(name) HOLDS(doca_verbs_device_attr_get_##name(attr) == limits.name)
#define IS_(name)                                                              \
  HOLDS(doca_verbs_device_attr_get_##name(attr) == (uint32_t)limits.name)
  IS_(max_qp);
  IS_(max_qp_wr);
  IS_(max_sge);
  IS_(max_srq_sge);
  IS_(max_cq);
  IS_(max_cqe);
  IS_(max_mr);
  IS_(max_pd);
  IS_(max_ah);
  IS_(max_srq);
  IS_(max_srq_wr);
  IS(max_pkeys);
  HOLDS(doca_verbs_device_attr_get_ts_free_running_clock_frequency(attr) ==
        all.hca_core_clock);
  HOLDS(all.hca_core_clock == 1000000); // nanoseconds
  OK(doca_verbs_device_attr_get_is_qp_type_supported(attr,
                                                     DOCA_VERBS_QP_TYPE_UC));
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_verbs_device_attr_get_is_qp_type_supported(attr, 2));
  OK(doca_verbs_device_attr_get_is_dpa_external_datapath_supported(attr));
  OK(doca_verbs_device_attr_get_is_eth_sq_ts_source_type_supported(
      attr, DOCA_VERBS_TS_SOURCE_FREE_RUNNING));
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_verbs_device_attr_get_is_eth_sq_ts_source_type_supported(
            attr, DOCA_VERBS_TS_SOURCE_REAL_TIME));
  OK(doca_verbs_device_attr_get_is_eth_rq_ts_source_type_supported(
      attr, DOCA_VERBS_TS_SOURCE_DEFAULT));
  OK(doca_verbs_device_attr_free(attr));
  HOLDS(doca_verbs_device_attr_get_max_qp(attr) == 0);
}

static void reject(void) {
  struct doca_verbs_qp_init_attr *qp;
  struct doca_verbs_eth_rq_init_attr *rq;
  OK(doca_verbs_qp_init_attr_create(&qp));
  OK(doca_verbs_eth_rq_init_attr_create(&rq));
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_verbs_qp_init_attr_set_send_cq(qp, NULL));
  // CHECK: doca_verbs_qp_init_attr_set_send_cq] queues and completion queues of host code are not supported (external_datapath_en must be 1)
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_verbs_qp_init_attr_set_receive_cq(qp, NULL));
  OK(doca_verbs_qp_init_attr_set_sq_sig_all(qp, 0));
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_verbs_qp_init_attr_set_sq_sig_all(qp, 1));
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_verbs_qp_init_attr_set_max_inline_data(qp, 64));
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_verbs_qp_init_attr_set_wq_umem(qp, 1, 0));
  // CHECK: doca_verbs_qp_init_attr_set_wq_umem] rings and doorbells by number are not supported
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_verbs_qp_init_attr_set_dbr_umem(qp, 1, 0));
  GIVES(DOCA_ERROR_NOT_SUPPORTED, doca_verbs_qp_init_attr_set_uar_id(qp, 1));
  OK(doca_verbs_eth_rq_init_attr_set_flush_in_error_en(rq, 1));
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_verbs_eth_rq_init_attr_set_flush_in_error_en(rq, 0));
  OK(doca_verbs_eth_rq_init_attr_set_plane_index(rq, 0));
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_verbs_eth_rq_init_attr_set_plane_index(rq, 1));
  GIVES(DOCA_ERROR_NOT_SUPPORTED, doca_verbs_eth_rq_init_attr_set_cq(rq, NULL));
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_verbs_eth_rq_init_attr_set_srq(rq, NULL));
  // CHECK: doca_verbs_eth_rq_init_attr_set_srq] shared receive queue is not supported by Ethernet queues
  OK(doca_verbs_qp_init_attr_destroy(qp));
  OK(doca_verbs_eth_rq_init_attr_destroy(rq));
}

static void check_address(struct doca_verbs_context *context) {
  struct doca_verbs_ah_attr *address;
  OK(doca_verbs_ah_attr_create(context, &address));
  OK(doca_verbs_ah_attr_set_sl(address, 0));
  GIVES(DOCA_ERROR_NOT_SUPPORTED, doca_verbs_ah_attr_set_sl(address, 1));
  OK(doca_verbs_ah_attr_set_traffic_class(address, 0));
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_verbs_ah_attr_set_traffic_class(address, 1));
  GIVES(DOCA_ERROR_NOT_SUPPORTED, doca_verbs_ah_attr_set_dlid(address, 1));
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_verbs_ah_attr_set_static_rate(address, 1));
  OK(doca_verbs_ah_attr_destroy(address));
}

int main(void) {
  struct doca_verbs_context *context;
  struct doca_verbs_pd *pd;
  struct doca_log_backend *backend;
  struct doca_dev *dev = open_device(), *of_domain;
  struct ibv_pd *of_device, *of_bridge;
  OK(doca_log_backend_create_with_file_sdk(stderr, &backend));
  OK(doca_verbs_context_create(doca_dev_as_devinfo(dev), 0, &context));
  OK(doca_verbs_pd_create(context, &pd));
  OK(doca_verbs_pd_as_doca_dev(pd, &of_domain));
  OK(doca_rdma_bridge_get_dev_pd(of_domain, &of_device));
  of_bridge = doca_verbs_bridge_verbs_pd_get_ibv_pd(pd);
  HOLDS(of_bridge && of_device == of_bridge);
  HOLDS(of_bridge->context ==
        doca_verbs_bridge_verbs_context_get_ibv_context(context));
  OK(doca_rdma_bridge_get_dev_pd(dev, &of_device));
  HOLDS(of_device && of_device != of_bridge);
  query(context);
  reject();
  check_address(context);
  OK(doca_verbs_pd_destroy(pd));
  HOLDS(doca_verbs_bridge_verbs_pd_get_ibv_pd(pd) == NULL);
  OK(doca_verbs_context_destroy(context));
  OK(doca_dev_close(dev));
  return result(); // CHECK: {{^}}0 failures
}
