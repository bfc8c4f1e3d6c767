// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions doca_verbs_ah_attr_*: addresses of peers.
#include "runtime/doca/verbs/attributes.h"
#include "runtime/doca/verbs/verbs.h"

using namespace dpa::doca;

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
          [number = numberOf(addr_type)] {
            return number == DOCA_VERBS_ADDR_TYPE_IPv4 ||
                   number == DOCA_VERBS_ADDR_TYPE_IPv6;
          },
          DOCA_ERROR_NOT_SUPPORTED,
          "address type is not supported (expected IPv4 or IPv6)"));
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

doca_error_t doca_verbs_ah_attr_set_sl(struct doca_verbs_ah_attr *ah_attr,
                                       uint8_t sl) {
  return keepAttribute(__func__, ah_attr, sl, 0);
}

doca_error_t
doca_verbs_ah_attr_set_traffic_class(struct doca_verbs_ah_attr *ah_attr,
                                     uint8_t traffic_class) {
  return keepAttribute(__func__, ah_attr, traffic_class, 0);
}

doca_error_t doca_verbs_ah_attr_set_dlid(struct doca_verbs_ah_attr *ah_attr,
                                         uint16_t dlid) {
  return keepAttribute(__func__, ah_attr, dlid, 0);
}

doca_error_t
doca_verbs_ah_attr_set_static_rate(struct doca_verbs_ah_attr *ah_attr,
                                   uint8_t static_rate) {
  return keepAttribute(__func__, ah_attr, static_rate, 0);
}
