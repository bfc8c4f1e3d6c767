// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of doca_verbs_device.h: what the device's verbs say, and what
// libdoca_verbs can do with it.
#include "runtime/doca/verbs/attributes.h"
#include "runtime/doca/verbs/verbs.h"

#include <infiniband/verbs.h>
#include <libflexio/flexio.h>

#include <algorithm>

using namespace dpa::doca;

struct doca_verbs_device_attr : Object {
  static constexpr const char *kind = "verbs device attributes";
  ibv_device_attr limits = {};
  bool hasDpa = false;
  uint32_t clockKilohertz = 0;
};

namespace {

doca_error_t queryDevice(const doca_verbs_context &context,
                         doca_verbs_device_attr *&attr) {
  auto made = std::make_unique<doca_verbs_device_attr>();
  ibv_device_attr_ex all = {};
  if (ibv_query_device(context.context, &made->limits) ||
      ibv_query_device_ex(context.context, nullptr, &all))
    return DOCA_ERROR_DRIVER;
  made->hasDpa = flexio_hw_model_id_get(context.context) != FLEXIO_HW_MODEL_NA;
  made->clockKilohertz = static_cast<uint32_t>(all.hca_core_clock);
  attr = publish(std::move(made));
  return DOCA_SUCCESS;
}

/// A limit of the device, or 0; at most `most`, what libdoca_verbs can create.
template <typename M>
uint32_t limitOf(const char *call, const doca_verbs_device_attr *attr,
                 M ibv_device_attr::*limit, uint32_t most = INT32_MAX) {
  if (checkLive(call, attr, doca_verbs_device_attr::kind))
    return 0;
  return std::min(static_cast<uint32_t>(attr->limits.*limit), most);
}

doca_error_t checkClock(const char *call, const doca_verbs_device_attr *attr,
                        uint8_t source) {
  return apiCall(
      call, [] { return DOCA_SUCCESS; }, live(attr),
      require(
          [=] {
            return source == DOCA_VERBS_TS_SOURCE_DEFAULT ||
                   source == DOCA_VERBS_TS_SOURCE_FREE_RUNNING;
          },
          DOCA_ERROR_NOT_SUPPORTED,
          "clock is not supported (expected "
          "DOCA_VERBS_TS_SOURCE_FREE_RUNNING)"));
}

} // namespace

doca_error_t
doca_verbs_query_device(struct doca_verbs_context *verbs_context,
                        struct doca_verbs_device_attr **verbs_device_attr) {
  return apiCall(
      __func__, [&] { return queryDevice(*verbs_context, *verbs_device_attr); },
      live(verbs_context), result(verbs_device_attr, "verbs_device_attr"));
}

doca_error_t
doca_verbs_device_attr_free(struct doca_verbs_device_attr *verbs_device_attr) {
  return destroyUnused(__func__, verbs_device_attr);
}

uint32_t doca_verbs_device_attr_get_max_qp(
    const struct doca_verbs_device_attr *verbs_device_attr) {
  return limitOf(__func__, verbs_device_attr, &ibv_device_attr::max_qp);
}

uint32_t doca_verbs_device_attr_get_max_qp_wr(
    const struct doca_verbs_device_attr *verbs_device_attr) {
  return limitOf(__func__, verbs_device_attr, &ibv_device_attr::max_qp_wr,
                 requestsMax);
}

uint32_t doca_verbs_device_attr_get_max_sge(
    const struct doca_verbs_device_attr *verbs_device_attr) {
  return limitOf(__func__, verbs_device_attr, &ibv_device_attr::max_sge);
}

uint32_t doca_verbs_device_attr_get_max_srq_sge(
    const struct doca_verbs_device_attr *verbs_device_attr) {
  return limitOf(__func__, verbs_device_attr, &ibv_device_attr::max_srq_sge);
}

uint32_t doca_verbs_device_attr_get_max_cq(
    const struct doca_verbs_device_attr *verbs_device_attr) {
  return limitOf(__func__, verbs_device_attr, &ibv_device_attr::max_cq);
}

uint32_t doca_verbs_device_attr_get_max_cqe(
    const struct doca_verbs_device_attr *verbs_device_attr) {
  return limitOf(__func__, verbs_device_attr, &ibv_device_attr::max_cqe);
}

uint32_t doca_verbs_device_attr_get_max_mr(
    const struct doca_verbs_device_attr *verbs_device_attr) {
  return limitOf(__func__, verbs_device_attr, &ibv_device_attr::max_mr);
}

uint32_t doca_verbs_device_attr_get_max_pd(
    const struct doca_verbs_device_attr *verbs_device_attr) {
  return limitOf(__func__, verbs_device_attr, &ibv_device_attr::max_pd);
}

uint32_t doca_verbs_device_attr_get_max_ah(
    const struct doca_verbs_device_attr *verbs_device_attr) {
  return limitOf(__func__, verbs_device_attr, &ibv_device_attr::max_ah);
}

uint32_t doca_verbs_device_attr_get_max_srq(
    const struct doca_verbs_device_attr *verbs_device_attr) {
  return limitOf(__func__, verbs_device_attr, &ibv_device_attr::max_srq);
}

uint32_t doca_verbs_device_attr_get_max_srq_wr(
    const struct doca_verbs_device_attr *verbs_device_attr) {
  return limitOf(__func__, verbs_device_attr, &ibv_device_attr::max_srq_wr,
                 requestsMax);
}

uint32_t doca_verbs_device_attr_get_max_pkeys(
    const struct doca_verbs_device_attr *verbs_device_attr) {
  return limitOf(__func__, verbs_device_attr, &ibv_device_attr::max_pkeys);
}

doca_error_t doca_verbs_device_attr_get_is_qp_type_supported(
    const struct doca_verbs_device_attr *verbs_device_attr, uint32_t qp_type) {
  return apiCall(
      __func__, [] { return DOCA_SUCCESS; }, live(verbs_device_attr),
      inRange(qp_type, DOCA_VERBS_QP_TYPE_RC, DOCA_VERBS_QP_TYPE_UC,
              DOCA_ERROR_NOT_SUPPORTED));
}

doca_error_t doca_verbs_device_attr_get_is_eth_sq_ts_source_type_supported(
    const struct doca_verbs_device_attr *verbs_device_attr,
    uint8_t ts_source_type) {
  return checkClock(__func__, verbs_device_attr, ts_source_type);
}

doca_error_t doca_verbs_device_attr_get_is_eth_rq_ts_source_type_supported(
    const struct doca_verbs_device_attr *verbs_device_attr,
    uint8_t ts_source_type) {
  return checkClock(__func__, verbs_device_attr, ts_source_type);
}

doca_error_t doca_verbs_device_attr_get_is_dpa_external_datapath_supported(
    const struct doca_verbs_device_attr *verbs_device_attr) {
  return apiCall(
      __func__,
      [&] {
        return verbs_device_attr->hasDpa ? DOCA_SUCCESS
                                         : DOCA_ERROR_NOT_SUPPORTED;
      },
      live(verbs_device_attr));
}

uint32_t doca_verbs_device_attr_get_ts_free_running_clock_frequency(
    const struct doca_verbs_device_attr *verbs_device_attr) {
  return checkLive(__func__, verbs_device_attr, doca_verbs_device_attr::kind)
             ? 0
             : verbs_device_attr->clockKilohertz;
}
