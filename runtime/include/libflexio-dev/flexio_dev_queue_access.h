/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Queues from device code: doorbells, doorbell records, fields of completion entries; entries of
 * send queues are in flexio_dev_send_entries.h, which this header includes.
 *
 * A doorbell goes through the outbox that the thread has selected and is ordered after the stores
 * before it; data that the network card reads must be written back first
 * (__dpa_thread_memory_writeback()). A doorbell for a queue that the outbox does not reach is
 * rejected: the host's log says why, the thread's errno is not 0 afterwards, and in a process with
 * an error handler the thread continues there. Doorbells of event queues and emulation contexts are
 * always rejected, because this device has none. "Manual" is the Flex IO SDK API reference, chapter "Flex IO SDK dev queue
 * access".
 */
#ifndef FLEXIO_DEV_QUEUE_ACCESS_H
#define FLEXIO_DEV_QUEUE_ACCESS_H

#include "flexio_dev.h"
#include "flexio_dev_endianity.h"
#include "flexio_dev_queue_types.h"
#include "flexio_dev_send_entries.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Doorbells */

/**
 * Rings the doorbell of send queue or queue pair `qnum` (24 bits): the card executes its entries up
 * to producer index `pi`, the index after the last block of 64 bytes, free running. Manual:
 * flexio_dev_qp_sq_ring_db.
 */
FLEXIO_DEV_STABLE void flexio_dev_qp_sq_ring_db(uint16_t pi, uint32_t qnum);

/**
 * Arms completion queue `qnum`: its next entry after consumer index `ci` (24 bits) creates an
 * event. If that entry exists already, the event is created at once, so that none is lost between
 * the last poll and this call. Manual: flexio_dev_cq_arm.
 */
FLEXIO_DEV_STABLE void flexio_dev_cq_arm(uint32_t ci, uint32_t qnum);

/** Sets the consumer index (26 bits) of event queue `qnum` (24 bits), whose next entry raises an
 * interrupt again. Manual: flexio_dev_eq_update_ci. */
FLEXIO_DEV_STABLE void flexio_dev_eq_update_ci(uint32_t ci, uint32_t qnum);

/** Arms emulation context `emu_ctx_id` (26 bits) for queue `qnum` (24 bits): its next emulated
 * doorbell is reported there. Manual: flexio_dev_db_ctx_arm. */
FLEXIO_DEV_STABLE void flexio_dev_db_ctx_arm(uint32_t qnum,
                                             uint32_t emu_ctx_id);

/** Reports emulation context `emu_ctx_id` (26 bits) to completion queue `cqn` (24 bits) as if its
 * doorbell had been rung. Manual: flexio_dev_db_ctx_force_trigger. */
FLEXIO_DEV_STABLE void flexio_dev_db_ctx_force_trigger(uint32_t cqn,
                                                       uint32_t emu_ctx_id);

/** Returns the value that was last written to the doorbell of emulation context `emu_ctx_id` (28
 * bits, a multiple of 4); 0 if the context does not exist. Since version 25.1. */
FLEXIO_DEV_STABLE uint32_t flexio_dev_read_db_value(uint64_t emu_ctx_id);

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
#define flexio_dev_qp_sq_ring_db(...)                                          \
  FLEXIO_DEV_FORM2_(flexio_dev_qp_sq_ring_db, __VA_ARGS__)
/** That function in both forms. */
#define flexio_dev_eq_update_ci(...)                                           \
  FLEXIO_DEV_FORM2_(flexio_dev_eq_update_ci, __VA_ARGS__)
/** That function in both forms. */
#define flexio_dev_db_ctx_arm(...)                                             \
  FLEXIO_DEV_FORM2_(flexio_dev_db_ctx_arm, __VA_ARGS__)
/** That function in both forms. */
#define flexio_dev_db_ctx_force_trigger(...)                                   \
  FLEXIO_DEV_FORM2_(flexio_dev_db_ctx_force_trigger, __VA_ARGS__)
/** That function in both forms. */
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

/** Returns the hardware syndrome of an error. Since version 25.1. */
FLEXIO_DEV_STABLE uint8_t
flexio_dev_cqe_get_hw_err_synd(struct flexio_dev_cqe64 *cqe);

/** Returns the vendor's syndrome of an error. Since version 25.1. */
FLEXIO_DEV_STABLE uint8_t
flexio_dev_cqe_get_vendor_err_synd(struct flexio_dev_cqe64 *cqe);

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

/* --- Compressed completions: an array of up to 7 in an entry (struct flexio_dev_mini_cqe64) */

/**
 * Prepares `num_cqes` entries of a queue with compression, which the network card has not written
 * yet: invalid, owned by software, with this validity iteration count. It must differ from that of
 * the first pass through the ring, which is 0. Manual: flexio_dev_comp_cq_init.
 */
FLEXIO_DEV_STABLE void
flexio_dev_comp_cq_init(struct flexio_dev_cqe64 *cqe, int num_cqes,
                        uint8_t validity_iteration_count);

/** Returns the validity iteration count: the lower 8 bits of the number of passes through the ring
 * before the entry was written. Manual: flexio_dev_comp_cqe_get_validity_byte. */
FLEXIO_DEV_STABLE uint8_t
flexio_dev_comp_cqe_get_validity_byte(struct flexio_dev_cqe64 *cqe);

/** Returns whether the entry is an array of compressed completions: 1 or 0. Manual:
 * flexio_dev_comp_cqe_is_comp_cqe_array. */
FLEXIO_DEV_STABLE uint8_t
flexio_dev_comp_cqe_is_comp_cqe_array(struct flexio_dev_cqe64 *cqe);

/** Returns how many compressed completions are in an array. Manual:
 * flexio_dev_comp_cqe_get_num_comp_cqes. */
FLEXIO_DEV_STABLE uint8_t
flexio_dev_comp_cqe_get_num_comp_cqes(struct flexio_dev_cqe64 *cqe);

/** Returns compressed completion `comp_cqe_index` (0 to 6) of an array as it is in memory, not in
 * the processor's byte order; 0 for other indexes. Manual: flexio_dev_comp_cqe_get_comp_cqe. */
FLEXIO_DEV_STABLE uint64_t flexio_dev_comp_cqe_get_comp_cqe(
    struct flexio_dev_cqe64 *cqe, int comp_cqe_index);

/** The RX hash of a compressed completion with FLEXIO_CQE_FORMAT_RESP_BYTECOUNT_HASH. Manual:
 * FLEXIO_DEV_COMP_CQE_GET_RX_HASH_RESULT. */
#define FLEXIO_DEV_COMP_CQE_GET_RX_HASH_RESULT(comp_cqe)                       \
  be32_to_cpu((uint32_t)((comp_cqe) & 0xffffffffULL))

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
