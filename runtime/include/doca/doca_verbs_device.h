/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Device attributes of DOCA Verbs. A part of doca_verbs.h, which is the header to include. C and C++.
 */
#ifndef DOCA_VERBS_DEVICE_H
#define DOCA_VERBS_DEVICE_H

#include <doca_compat.h>
#include <doca_error.h>
#include <doca_types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct doca_verbs_context;
struct doca_verbs_device_attr;

/** Stores the attributes of a device; the caller frees them by doca_verbs_device_attr_free(). DRIVER. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_query_device(struct doca_verbs_context *verbs_context,
                        struct doca_verbs_device_attr **verbs_device_attr);
/** Frees the attributes. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_device_attr_free(struct doca_verbs_device_attr *verbs_device_attr);
/** Returns the largest number of queue pairs; 0 if the attributes are not live. */
DOCA_EXPERIMENTAL uint32_t doca_verbs_device_attr_get_max_qp(
    const struct doca_verbs_device_attr *verbs_device_attr);
/** Returns the largest number of requests of a queue; 0 if the attributes are not live. */
DOCA_EXPERIMENTAL uint32_t doca_verbs_device_attr_get_max_qp_wr(
    const struct doca_verbs_device_attr *verbs_device_attr);
/** Returns the largest number of scatter/gather entries of a request; 0 if the attributes are not live. */
DOCA_EXPERIMENTAL uint32_t doca_verbs_device_attr_get_max_sge(
    const struct doca_verbs_device_attr *verbs_device_attr);
/** Returns the largest number of scatter/gather entries of a request in a shared receive queue; 0 if the
 * attributes are not live. */
DOCA_EXPERIMENTAL uint32_t doca_verbs_device_attr_get_max_srq_sge(
    const struct doca_verbs_device_attr *verbs_device_attr);
/** Returns the largest number of completion queues; 0 if the attributes are not live. */
DOCA_EXPERIMENTAL uint32_t doca_verbs_device_attr_get_max_cq(
    const struct doca_verbs_device_attr *verbs_device_attr);
/** Returns the largest number of completions of a queue; 0 if the attributes are not live. */
DOCA_EXPERIMENTAL uint32_t doca_verbs_device_attr_get_max_cqe(
    const struct doca_verbs_device_attr *verbs_device_attr);
/** Returns the largest number of memory regions; 0 if the attributes are not live. */
DOCA_EXPERIMENTAL uint32_t doca_verbs_device_attr_get_max_mr(
    const struct doca_verbs_device_attr *verbs_device_attr);
/** Returns the largest number of protection domains; 0 if the attributes are not live. */
DOCA_EXPERIMENTAL uint32_t doca_verbs_device_attr_get_max_pd(
    const struct doca_verbs_device_attr *verbs_device_attr);
/** Returns the largest number of address handles; 0 if the attributes are not live. */
DOCA_EXPERIMENTAL uint32_t doca_verbs_device_attr_get_max_ah(
    const struct doca_verbs_device_attr *verbs_device_attr);
/** Returns the largest number of shared receive queues; 0 if the attributes are not live. */
DOCA_EXPERIMENTAL uint32_t doca_verbs_device_attr_get_max_srq(
    const struct doca_verbs_device_attr *verbs_device_attr);
/** Returns the largest number of requests of a shared receive queue; 0 if the attributes are not live. */
DOCA_EXPERIMENTAL uint32_t doca_verbs_device_attr_get_max_srq_wr(
    const struct doca_verbs_device_attr *verbs_device_attr);
/** Returns the largest number of partition keys; 0 if the attributes are not live. */
DOCA_EXPERIMENTAL uint32_t doca_verbs_device_attr_get_max_pkeys(
    const struct doca_verbs_device_attr *verbs_device_attr);
/** Returns SUCCESS for DOCA_VERBS_QP_TYPE_RC and _UC, NOT_SUPPORTED for other types. */
DOCA_EXPERIMENTAL doca_error_t doca_verbs_device_attr_get_is_qp_type_supported(
    const struct doca_verbs_device_attr *verbs_device_attr, uint32_t qp_type);
/** Returns SUCCESS if completions of Ethernet send queues can have time stamps of a clock
 * (DOCA_VERBS_TS_SOURCE_*), otherwise NOT_SUPPORTED. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_device_attr_get_is_eth_sq_ts_source_type_supported(
    const struct doca_verbs_device_attr *verbs_device_attr,
    uint8_t ts_source_type);
/** Returns SUCCESS if completions of Ethernet receive queues can have time stamps of a clock
 * (DOCA_VERBS_TS_SOURCE_*), otherwise NOT_SUPPORTED. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_device_attr_get_is_eth_rq_ts_source_type_supported(
    const struct doca_verbs_device_attr *verbs_device_attr,
    uint8_t ts_source_type);
/** Returns SUCCESS if device code of a DPA can use queues of the device, otherwise NOT_SUPPORTED. */
DOCA_EXPERIMENTAL doca_error_t
doca_verbs_device_attr_get_is_dpa_external_datapath_supported(
    const struct doca_verbs_device_attr *verbs_device_attr);
/** Returns the frequency of the clock of time stamps, in kHz; 0 if the attributes are not live. */
DOCA_EXPERIMENTAL uint32_t
doca_verbs_device_attr_get_ts_free_running_clock_frequency(
    const struct doca_verbs_device_attr *verbs_device_attr);

#ifdef __cplusplus
}
#endif

#endif
