// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of doca_verbs.h for contexts, protection domains and attributes.
#include "runtime/doca/verbs/verbs.h"

#include <infiniband/verbs.h>

#include <bit>

using namespace dpa::doca;

namespace {

constexpr uint32_t requestsMax = 1U << 15;
constexpr uint32_t sendListLimit = 2; // a request is one basic block
constexpr uint32_t userIndexLimit = 1U << 24;

template <typename T>
doca_error_t createAttributes(const char *call, T **attributes) {
  return apiCall(
      call,
      [&] {
        *attributes = publish(std::make_unique<T>());
        return DOCA_SUCCESS;
      },
      result(attributes, "the result pointer"));
}

/// Sets a member, after further checks.
template <typename T, typename M, typename V, typename... Checks>
doca_error_t setAttribute(const char *call, T *attributes, M T::*member,
                          V value, Checks... checks) {
  return apiCall(
      call,
      [&] {
        attributes->*member = static_cast<M>(value);
        return DOCA_SUCCESS;
      },
      live(attributes), checks...);
}

auto inRange(uint64_t value, uint64_t from, uint64_t to,
             doca_error_t error = DOCA_ERROR_INVALID_VALUE) {
  return [=](const char *call) {
    if (value >= from && value <= to)
      return DOCA_SUCCESS;
    sdkLog(DOCA_LOG_LEVEL_ERROR, call, "the value is %lu (expected %lu to %lu)",
           value, from, to);
    return error;
  };
}

doca_error_t createContext(const doca_devinfo &info,
                           doca_verbs_context *&context) {
  auto made = std::make_unique<doca_verbs_context>();
  made->context = info.open();
  if (!made->context)
    return DOCA_ERROR_NOT_CONNECTED;
  context = publish(std::move(made));
  return DOCA_SUCCESS;
}

doca_error_t createDomain(doca_verbs_context &context, doca_verbs_pd *&pd) {
  auto made = std::make_unique<doca_verbs_pd>();
  made->pd = ibv_alloc_pd(context.context);
  if (!made->pd)
    return DOCA_ERROR_DRIVER;
  made->contextUse = Use(context);
  made->dev = publishDevice(borrowDevice(made->pd));
  made->deviceUse = Use(*made->dev);
  pd = publish(std::move(made));
  return DOCA_SUCCESS;
}

} // namespace

doca_verbs_context::~doca_verbs_context() {
  if (context)
    ibv_close_device(context);
}

doca_verbs_pd::~doca_verbs_pd() {
  deviceUse = Use();
  if (dev && removeObject(dev, doca_dev::kind))
    delete dev;
  if (pd)
    ibv_dealloc_pd(pd);
}

doca_error_t
doca_verbs_context_create(struct doca_devinfo *devinfo, uint32_t flags,
                          struct doca_verbs_context **verbs_context) {
  return apiCall(
      __func__, [&] { return createContext(*devinfo, *verbs_context); },
      result(verbs_context, "verbs_context"), live(devinfo),
      inRange(flags, DOCA_VERBS_CONTEXT_CREATE_FLAGS_NONE,
              DOCA_VERBS_CONTEXT_CREATE_FLAGS_NONE));
}

doca_error_t
doca_verbs_context_destroy(struct doca_verbs_context *verbs_context) {
  return destroyUnused(__func__, verbs_context);
}

doca_error_t doca_verbs_pd_create(struct doca_verbs_context *verbs_context,
                                  struct doca_verbs_pd **verbs_pd) {
  return apiCall(
      __func__, [&] { return createDomain(*verbs_context, *verbs_pd); },
      result(verbs_pd, "verbs_pd"), live(verbs_context));
}

doca_error_t doca_verbs_pd_destroy(struct doca_verbs_pd *verbs_pd) {
  return destroyUnused(__func__, verbs_pd,
                       require([=] { return verbs_pd->dev->users == 1; },
                               DOCA_ERROR_IN_USE,
                               "the device of the domain is in use"));
}

doca_error_t doca_verbs_pd_as_doca_dev(struct doca_verbs_pd *verbs_pd,
                                       struct doca_dev **dev) {
  return apiCall(
      __func__,
      [&] {
        *dev = verbs_pd->dev;
        return DOCA_SUCCESS;
      },
      live(verbs_pd), result(dev, "dev"));
}

doca_error_t doca_verbs_ah_attr_create(struct doca_verbs_context *verbs_context,
                                       struct doca_verbs_ah_attr **ah_attr) {
  return apiCall(
      __func__,
      [&] {
        *ah_attr = publish(std::make_unique<doca_verbs_ah_attr>());
        return DOCA_SUCCESS;
      },
      live(verbs_context), result(ah_attr, "ah_attr"));
}

doca_error_t doca_verbs_ah_attr_destroy(struct doca_verbs_ah_attr *ah_attr) {
  return destroyUnused(__func__, ah_attr);
}

doca_error_t doca_verbs_ah_attr_set_gid(struct doca_verbs_ah_attr *ah_attr,
                                        struct doca_verbs_gid gid) {
  return setAttribute(__func__, ah_attr, &doca_verbs_ah_attr::gid, gid);
}

doca_error_t
doca_verbs_ah_attr_set_addr_type(struct doca_verbs_ah_attr *ah_attr,
                                 enum doca_verbs_addr_type addr_type) {
  return apiCall(
      __func__, [] { return DOCA_SUCCESS; }, live(ah_attr),
      require(
          [=] {
            return addr_type == DOCA_VERBS_ADDR_TYPE_IPv4 ||
                   addr_type == DOCA_VERBS_ADDR_TYPE_IPv6;
          },
          DOCA_ERROR_NOT_SUPPORTED, "ports have addresses of RoCE only"));
}

doca_error_t
doca_verbs_ah_attr_set_sgid_index(struct doca_verbs_ah_attr *ah_attr,
                                  uint8_t sgid_index) {
  return setAttribute(__func__, ah_attr, &doca_verbs_ah_attr::ownGid,
                      sgid_index);
}

doca_error_t
doca_verbs_ah_attr_set_hop_limit(struct doca_verbs_ah_attr *ah_attr, uint8_t) {
  return apiCall(__func__, [] { return DOCA_SUCCESS; }, live(ah_attr));
}

doca_error_t doca_verbs_qp_init_attr_create(
    struct doca_verbs_qp_init_attr **verbs_qp_init_attr) {
  return createAttributes(__func__, verbs_qp_init_attr);
}

doca_error_t doca_verbs_qp_init_attr_destroy(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr) {
  return destroyUnused(__func__, verbs_qp_init_attr);
}

doca_error_t doca_verbs_qp_init_attr_set_pd(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    struct doca_verbs_pd *pd) {
  return setAttribute(__func__, verbs_qp_init_attr,
                      &doca_verbs_qp_init_attr::pd, pd, live(pd));
}

doca_error_t doca_verbs_qp_init_attr_set_qp_type(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, uint32_t qp_type) {
  return setAttribute(
      __func__, verbs_qp_init_attr, &doca_verbs_qp_init_attr::type, qp_type,
      inRange(qp_type, DOCA_VERBS_QP_TYPE_RC, DOCA_VERBS_QP_TYPE_UC));
}

doca_error_t doca_verbs_qp_init_attr_set_sq_wr(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, uint32_t sq_wr) {
  return setAttribute(__func__, verbs_qp_init_attr,
                      &doca_verbs_qp_init_attr::sendRequests,
                      std::bit_ceil(sq_wr), inRange(sq_wr, 1, requestsMax));
}

doca_error_t doca_verbs_qp_init_attr_set_rq_wr(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, uint32_t rq_wr) {
  return setAttribute(__func__, verbs_qp_init_attr,
                      &doca_verbs_qp_init_attr::receiveRequests,
                      std::bit_ceil(rq_wr), inRange(rq_wr, 1, requestsMax));
}

doca_error_t doca_verbs_qp_init_attr_set_send_max_sges(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    uint32_t send_max_sges) {
  return setAttribute(
      __func__, verbs_qp_init_attr, &doca_verbs_qp_init_attr::sendListMax,
      send_max_sges,
      inRange(send_max_sges, 1, sendListLimit, DOCA_ERROR_NOT_SUPPORTED));
}

doca_error_t doca_verbs_qp_init_attr_set_receive_max_sges(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    uint32_t receive_max_sges) {
  return apiCall(
      __func__, [] { return DOCA_SUCCESS; }, live(verbs_qp_init_attr),
      inRange(receive_max_sges, 1, 1, DOCA_ERROR_NOT_SUPPORTED));
}

doca_error_t doca_verbs_qp_init_attr_set_user_index(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, uint32_t user_index) {
  return setAttribute(__func__, verbs_qp_init_attr,
                      &doca_verbs_qp_init_attr::userIndex, user_index,
                      inRange(user_index, 0, userIndexLimit - 1));
}

doca_error_t doca_verbs_qp_init_attr_set_external_datapath_en(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    uint8_t external_datapath_en) {
  return setAttribute(__func__, verbs_qp_init_attr,
                      &doca_verbs_qp_init_attr::isExternal,
                      external_datapath_en);
}

doca_error_t doca_verbs_qp_init_attr_set_dpa(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, struct doca_dpa *dpa) {
  return setAttribute(__func__, verbs_qp_init_attr,
                      &doca_verbs_qp_init_attr::dpa, dpa, liveDpa(dpa));
}

doca_error_t doca_verbs_qp_init_attr_set_dpa_ctx(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr, struct doca_dpa *dpa) {
  return setAttribute(__func__, verbs_qp_init_attr,
                      &doca_verbs_qp_init_attr::dpa, dpa, liveDpa(dpa));
}

doca_error_t doca_verbs_qp_init_attr_set_external_umem(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    struct doca_umem *external_umem, uint64_t umem_offset) {
  return apiCall(
      __func__,
      [&] {
        verbs_qp_init_attr->rings = external_umem;
        verbs_qp_init_attr->ringsOffset = umem_offset;
        return DOCA_SUCCESS;
      },
      live(verbs_qp_init_attr), live(external_umem),
      require([=] { return umem_offset < external_umem->size; },
              DOCA_ERROR_INVALID_VALUE, "umem_offset is behind the memory"));
}

doca_error_t doca_verbs_qp_init_attr_set_external_dbr_umem(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    struct doca_umem *external_umem, uint64_t umem_offset) {
  return apiCall(
      __func__,
      [&] {
        verbs_qp_init_attr->record = external_umem;
        verbs_qp_init_attr->recordOffset = umem_offset;
        return DOCA_SUCCESS;
      },
      live(verbs_qp_init_attr), live(external_umem),
      require([=] { return umem_offset < external_umem->size; },
              DOCA_ERROR_INVALID_VALUE, "umem_offset is behind the memory"));
}

doca_error_t doca_verbs_qp_init_attr_set_external_uar(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    struct doca_uar *external_uar) {
  return setAttribute(__func__, verbs_qp_init_attr,
                      &doca_verbs_qp_init_attr::uar, external_uar,
                      live(external_uar));
}

doca_error_t doca_verbs_qp_init_attr_set_send_dpa_completion(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    struct doca_dpa_completion *dpa_comp) {
  return setAttribute(__func__, verbs_qp_init_attr,
                      &doca_verbs_qp_init_attr::sent, dpa_comp,
                      liveCompletion(dpa_comp));
}

doca_error_t doca_verbs_qp_init_attr_set_receive_dpa_completion(
    struct doca_verbs_qp_init_attr *verbs_qp_init_attr,
    struct doca_dpa_completion *dpa_comp) {
  return setAttribute(__func__, verbs_qp_init_attr,
                      &doca_verbs_qp_init_attr::received, dpa_comp,
                      liveCompletion(dpa_comp));
}

doca_error_t
doca_verbs_qp_attr_create(struct doca_verbs_qp_attr **verbs_qp_attr) {
  return createAttributes(__func__, verbs_qp_attr);
}

doca_error_t
doca_verbs_qp_attr_destroy(struct doca_verbs_qp_attr *verbs_qp_attr) {
  return destroyUnused(__func__, verbs_qp_attr);
}

doca_error_t
doca_verbs_qp_attr_set_next_state(struct doca_verbs_qp_attr *verbs_qp_attr,
                                  enum doca_verbs_qp_state next_state) {
  return setAttribute(
      __func__, verbs_qp_attr, &doca_verbs_qp_attr::nextState, next_state,
      inRange(next_state, DOCA_VERBS_QP_STATE_RST, DOCA_VERBS_QP_STATE_ERR));
}

doca_error_t
doca_verbs_qp_attr_set_path_mtu(struct doca_verbs_qp_attr *verbs_qp_attr,
                                enum doca_mtu_size path_mtu) {
  return setAttribute(
      __func__, verbs_qp_attr, &doca_verbs_qp_attr::pathMtu, path_mtu,
      inRange(path_mtu, DOCA_MTU_SIZE_256_BYTES, DOCA_MTU_SIZE_4K_BYTES));
}

doca_error_t
doca_verbs_qp_attr_set_rq_psn(struct doca_verbs_qp_attr *verbs_qp_attr,
                              uint32_t rq_psn) {
  return setAttribute(__func__, verbs_qp_attr, &doca_verbs_qp_attr::peerPacket,
                      rq_psn, inRange(rq_psn, 0, userIndexLimit - 1));
}

doca_error_t
doca_verbs_qp_attr_set_sq_psn(struct doca_verbs_qp_attr *verbs_qp_attr,
                              uint32_t sq_psn) {
  return setAttribute(__func__, verbs_qp_attr, &doca_verbs_qp_attr::ownPacket,
                      sq_psn, inRange(sq_psn, 0, userIndexLimit - 1));
}

doca_error_t
doca_verbs_qp_attr_set_dest_qp_num(struct doca_verbs_qp_attr *verbs_qp_attr,
                                   uint32_t dest_qp_num) {
  return setAttribute(__func__, verbs_qp_attr, &doca_verbs_qp_attr::peerNumber,
                      dest_qp_num, inRange(dest_qp_num, 0, userIndexLimit - 1));
}

doca_error_t doca_verbs_qp_attr_set_allow_remote_write(
    struct doca_verbs_qp_attr *verbs_qp_attr, int allow_remote_write) {
  return setAttribute(__func__, verbs_qp_attr, &doca_verbs_qp_attr::allowsWrite,
                      allow_remote_write);
}

doca_error_t doca_verbs_qp_attr_set_allow_remote_read(
    struct doca_verbs_qp_attr *verbs_qp_attr, int allow_remote_read) {
  return setAttribute(__func__, verbs_qp_attr, &doca_verbs_qp_attr::allowsRead,
                      allow_remote_read);
}

doca_error_t
doca_verbs_qp_attr_set_port_num(struct doca_verbs_qp_attr *verbs_qp_attr,
                                uint16_t port_num) {
  return setAttribute(__func__, verbs_qp_attr, &doca_verbs_qp_attr::port,
                      port_num);
}

doca_error_t
doca_verbs_qp_attr_set_retry_cnt(struct doca_verbs_qp_attr *verbs_qp_attr,
                                 uint16_t retry_cnt) {
  return setAttribute(__func__, verbs_qp_attr, &doca_verbs_qp_attr::retries,
                      retry_cnt, inRange(retry_cnt, 0, 7));
}

doca_error_t
doca_verbs_qp_attr_set_rnr_retry(struct doca_verbs_qp_attr *verbs_qp_attr,
                                 uint16_t rnr_retry) {
  return setAttribute(__func__, verbs_qp_attr, &doca_verbs_qp_attr::rnrRetries,
                      rnr_retry, inRange(rnr_retry, 0, 7));
}

doca_error_t
doca_verbs_qp_attr_set_min_rnr_timer(struct doca_verbs_qp_attr *verbs_qp_attr,
                                     uint16_t min_rnr_timer) {
  return setAttribute(__func__, verbs_qp_attr, &doca_verbs_qp_attr::minRnrTimer,
                      min_rnr_timer, inRange(min_rnr_timer, 0, 31));
}

doca_error_t
doca_verbs_qp_attr_set_ack_timeout(struct doca_verbs_qp_attr *verbs_qp_attr,
                                   uint16_t) {
  return apiCall(__func__, [] { return DOCA_SUCCESS; }, live(verbs_qp_attr));
}

doca_error_t
doca_verbs_qp_attr_set_ah_attr(struct doca_verbs_qp_attr *verbs_qp_attr,
                               struct doca_verbs_ah_attr *ah_attr) {
  return apiCall(
      __func__,
      [&] {
        verbs_qp_attr->gid = ah_attr->gid;
        verbs_qp_attr->ownGid = ah_attr->ownGid;
        return DOCA_SUCCESS;
      },
      live(verbs_qp_attr), live(ah_attr));
}
