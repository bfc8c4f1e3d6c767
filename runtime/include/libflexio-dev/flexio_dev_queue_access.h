/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Queues from device code: doorbells, doorbell records, fields of completion entries.
 *
 * A doorbell goes through the outbox that the thread has selected and is ordered after the stores
 * before it; data that the network card reads must be written back first
 * (__dpa_thread_memory_writeback()). A doorbell for a queue that the outbox does not reach is
 * rejected: the host's log says why, the thread's errno is not 0 afterwards, and in a process with
 * an error handler the thread continues there. Functions of the manual that are not declared here
 * are not supported yet. "Manual" is the Flex IO SDK API reference, chapter "Flex IO SDK dev queue
 * access".
 */
#ifndef FLEXIO_DEV_QUEUE_ACCESS_H
#define FLEXIO_DEV_QUEUE_ACCESS_H

#include "flexio_dev.h"
#include "flexio_dev_endianity.h"
#include "flexio_dev_queue_types.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Doorbells */

/**
 * Arms completion queue `qnum`: its next entry after consumer index `ci` (24 bits) creates an
 * event. If that entry exists already, the event is created at once, so that none is lost between
 * the last poll and this call. Manual: flexio_dev_cq_arm.
 */
FLEXIO_DEV_STABLE void flexio_dev_cq_arm(uint32_t ci, uint32_t qnum);

/** Makes the network card write an entry to completion queue `cqn` that is zero except for the
 * owner bit. Manual: flexio_dev_zcqe_gen. */
FLEXIO_DEV_STABLE void flexio_dev_zcqe_gen(uint32_t cqn);

/** flexio_dev_zcqe_gen() for a completion queue that raises an MSI-X. Manual:
 * flexio_dev_msix_send. */
#define flexio_dev_msix_send(...) flexio_dev_zcqe_gen(__VA_ARGS__)

/* --- Congestion control */

/** The action after a doorbell of congestion control. */
typedef enum {
  CC_DB_NEXT_ACT_SINGLE = 0x0,
  CC_DB_NEXT_ACT_MULTIPLE = 0x1,
  CC_DB_NEXT_ACT_FW = 0x2,
} flexio_dev_cc_db_next_act_t;

/**
 * Writes a rate and an RTT request for a queue of congestion control. This device stores them in
 * the outbox, from whose page they can be read; no rate changes. Ignored by an outbox without
 * en_pcc. Manual: flexio_dev_cc_ring_db.
 */
FLEXIO_DEV_STABLE void
flexio_dev_cc_ring_db(uint16_t ccq_id, uint32_t rate, uint32_t rtt_req,
                      flexio_dev_cc_db_next_act_t next_act);

/** Writes the lower 64 bits of that doorbell. Manual: flexio_dev_cc_ring_db_low64bit. */
FLEXIO_DEV_STABLE void flexio_dev_cc_ring_db_low64bit(uint64_t value);

/** Writes the upper 64 bits of that doorbell. Manual: flexio_dev_cc_ring_db_high64bit. */
FLEXIO_DEV_STABLE void flexio_dev_cc_ring_db_high64bit(uint64_t value);

/** That function in both forms (flexio_dev_forms.h). */
#define flexio_dev_cq_arm(...) FLEXIO_DEV_FORM2_(flexio_dev_cq_arm, __VA_ARGS__)
/** That function in both forms. */
#define flexio_dev_zcqe_gen(...)                                               \
  FLEXIO_DEV_FORM1_(flexio_dev_zcqe_gen, __VA_ARGS__)
/** That function in both forms. */
#define flexio_dev_cc_ring_db(...)                                             \
  FLEXIO_DEV_FORM4_(flexio_dev_cc_ring_db, __VA_ARGS__)

/* --- Doorbell records */

/** Writes the consumer index (24 bits) to a completion queue's doorbell record. Always returns
 * FLEXIO_DEV_STATUS_SUCCESS. Manual: flexio_dev_dbr_cq_set_ci. */
FLEXIO_DEV_STABLE flexio_dev_status_t flexio_dev_dbr_cq_set_ci(uint32_t *cq_dbr,
                                                               uint32_t ci);

/** Increments the producer index (16 bits) in a receive queue's doorbell record. Always returns
 * FLEXIO_DEV_STATUS_SUCCESS. Manual: flexio_dev_dbr_rq_inc_pi. */
FLEXIO_DEV_STABLE flexio_dev_status_t
flexio_dev_dbr_rq_inc_pi(uint32_t *rq_dbr);

/* --- Fields of entries, in the processor's byte order */

/** Returns the checksums that are right: bit 0 L2, bit 1 L3, bit 2 L4. Manual:
 * flexio_dev_cqe_get_csum_ok. */
FLEXIO_DEV_STABLE uint16_t
flexio_dev_cqe_get_csum_ok(struct flexio_dev_cqe64 *cqe);

/** Returns the number (24 bits) of the queue whose work is complete. Manual:
 * flexio_dev_cqe_get_qpn. */
FLEXIO_DEV_STABLE uint32_t flexio_dev_cqe_get_qpn(struct flexio_dev_cqe64 *cqe);

/** Returns the index of the work queue entry. Manual: flexio_dev_cqe_get_wqe_counter. */
FLEXIO_DEV_STABLE uint16_t
flexio_dev_cqe_get_wqe_counter(struct flexio_dev_cqe64 *cqe);

/** Returns the number of bytes that were transferred. Manual: flexio_dev_cqe_get_byte_cnt. */
FLEXIO_DEV_STABLE uint32_t
flexio_dev_cqe_get_byte_cnt(struct flexio_dev_cqe64 *cqe);

/** Returns the word with the error syndromes. Manual: flexio_dev_cqe_get_err_synd. */
FLEXIO_DEV_STABLE uint32_t
flexio_dev_cqe_get_err_synd(struct flexio_dev_cqe64 *cqe);

/** Returns the opcode of the completion. Manual: flexio_dev_cqe_get_opcode. */
FLEXIO_DEV_STABLE uint8_t
flexio_dev_cqe_get_opcode(struct flexio_dev_cqe64 *cqe);

/** Returns the format: 0 no inline data, 1 inline data in the first 32 bytes, 2 in the whole entry,
 * 3 compressed. Manual: flexio_dev_cqe_get_type. */
FLEXIO_DEV_STABLE uint8_t flexio_dev_cqe_get_type(struct flexio_dev_cqe64 *cqe);

/** Returns the user index (24 bits) of the queue. Manual: flexio_dev_cqe_get_user_index. */
FLEXIO_DEV_STABLE uint32_t
flexio_dev_cqe_get_user_index(struct flexio_dev_cqe64 *cqe);

/** Returns the owner bit: once the network card has written the entry, the lowest bit of the number
 * of passes through the ring before it. Manual: flexio_dev_cqe_get_owner. */
FLEXIO_DEV_STABLE uint8_t
flexio_dev_cqe_get_owner(struct flexio_dev_cqe64 *cqe);

/** Returns the number (24 bits) of the completion queue of an event. Manual:
 * flexio_dev_eqe_get_cqn. */
FLEXIO_DEV_STABLE uint32_t flexio_dev_eqe_get_cqn(struct flexio_dev_eqe *eqe);

/** Returns the owner bit, as flexio_dev_cqe_get_owner() does. Manual: flexio_dev_eqe_get_owner. */
FLEXIO_DEV_STABLE uint8_t flexio_dev_eqe_get_owner(struct flexio_dev_eqe *eqe);

/** Returns the address of the data of a receive queue's entry. Manual: flexio_dev_rwqe_get_addr. */
FLEXIO_DEV_STABLE void *
flexio_dev_rwqe_get_addr(struct flexio_dev_wqe_rcv_data_seg *rwqe);

#ifdef __cplusplus
}
#endif

#endif
