/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Access to queues from device code (Flex IO SDK reference, "Flex IO SDK dev queue access"): doorbells, doorbell
 * records, fields of completion entries. A doorbell goes through the outbox that the thread has configured and is
 * ordered behind the stores before it; data that the network card reads has to be written back first
 * (__dpa_thread_memory_writeback). A doorbell of a queue that the outbox does not reach is refused: the host's log says
 * why, the thread's errno is not 0 afterwards, and a process with an error handler goes on in it. A function of the
 * reference that is not declared here does not exist in this library yet.
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

/*
 * Arms a completion queue: its next entry behind consumer index `ci` (24 bits) is an event; if there is such an entry
 * already, it is one at once, so that nothing is lost between the last look and this call.
 */
FLEXIO_DEV_EXPERIMENTAL void flexio_dev_cq_arm(uint32_t ci, uint32_t qnum);

/* Has the network card put an all-zero entry (but for the owner bit) on a completion queue. */
FLEXIO_DEV_EXPERIMENTAL void flexio_dev_zcqe_gen(uint32_t cqn);

/* The same for a completion queue that is tied to an MSI-X. */
#define flexio_dev_msix_send(...) flexio_dev_zcqe_gen(__VA_ARGS__)

/* --- Congestion control */

/* What follows a doorbell of congestion control. */
typedef enum {
  CC_DB_NEXT_ACT_SINGLE = 0x0,
  CC_DB_NEXT_ACT_MULTIPLE = 0x1,
  CC_DB_NEXT_ACT_FW = 0x2,
} flexio_dev_cc_db_next_act_t;

/*
 * Writes a rate and an RTT request for a queue of congestion control. On this device the values are kept in the outbox
 * and can be read back from its page; there is no wire whose rate they could change. An outbox without en_pcc ignores
 * them.
 */
FLEXIO_DEV_EXPERIMENTAL void
flexio_dev_cc_ring_db(uint16_t ccq_id, uint32_t rate, uint32_t rtt_req,
                      flexio_dev_cc_db_next_act_t next_act);

/* The two 64-bit halves of that doorbell as they are. */
FLEXIO_DEV_EXPERIMENTAL void flexio_dev_cc_ring_db_low64bit(uint64_t value);
FLEXIO_DEV_EXPERIMENTAL void flexio_dev_cc_ring_db_high64bit(uint64_t value);

/* Both forms of these calls (flexio_dev_forms.h). */
#define flexio_dev_cq_arm(...) FLEXIO_DEV_FORM2_(flexio_dev_cq_arm, __VA_ARGS__)
#define flexio_dev_zcqe_gen(...)                                               \
  FLEXIO_DEV_FORM1_(flexio_dev_zcqe_gen, __VA_ARGS__)
#define flexio_dev_cc_ring_db(...)                                             \
  FLEXIO_DEV_FORM4_(flexio_dev_cc_ring_db, __VA_ARGS__)

/* --- Doorbell records */

/* Writes the consumer index (24 bits) to a completion queue's doorbell record. Always
 * FLEXIO_DEV_STATUS_SUCCESS. */
FLEXIO_DEV_EXPERIMENTAL flexio_dev_status_t
flexio_dev_dbr_cq_set_ci(uint32_t *cq_dbr, uint32_t ci);

/* Adds one to the producer index (16 bits) in a receive queue's doorbell
 * record. Always FLEXIO_DEV_STATUS_SUCCESS. */
FLEXIO_DEV_EXPERIMENTAL flexio_dev_status_t
flexio_dev_dbr_rq_inc_pi(uint32_t *rq_dbr);

/* --- Fields of entries, in the processor's byte order */

/* Checks of the checksums: bit 0 L2, bit 1 L3, bit 2 L4. */
FLEXIO_DEV_EXPERIMENTAL uint16_t
flexio_dev_cqe_get_csum_ok(struct flexio_dev_cqe64 *cqe);
/* Number of the queue (24 bits) whose work this completes. */
FLEXIO_DEV_EXPERIMENTAL uint32_t
flexio_dev_cqe_get_qpn(struct flexio_dev_cqe64 *cqe);
/* Index of the work queue entry. */
FLEXIO_DEV_EXPERIMENTAL uint16_t
flexio_dev_cqe_get_wqe_counter(struct flexio_dev_cqe64 *cqe);
/* Bytes that were transferred. */
FLEXIO_DEV_EXPERIMENTAL uint32_t
flexio_dev_cqe_get_byte_cnt(struct flexio_dev_cqe64 *cqe);
/* The word of error syndromes. */
FLEXIO_DEV_EXPERIMENTAL uint32_t
flexio_dev_cqe_get_err_synd(struct flexio_dev_cqe64 *cqe);
/* What kind of completion it is. */
FLEXIO_DEV_EXPERIMENTAL uint8_t
flexio_dev_cqe_get_opcode(struct flexio_dev_cqe64 *cqe);
/* 0: no inline data, 1: in the first 32 bytes, 2: in the whole entry, 3:
 * compressed. */
FLEXIO_DEV_EXPERIMENTAL uint8_t
flexio_dev_cqe_get_type(struct flexio_dev_cqe64 *cqe);
/* The user index (24 bits) of the queue. */
FLEXIO_DEV_EXPERIMENTAL uint32_t
flexio_dev_cqe_get_user_index(struct flexio_dev_cqe64 *cqe);
/* The owner bit: that of the entry's pass through the ring, from 0 on, once the
 * network card has written it. */
FLEXIO_DEV_EXPERIMENTAL uint8_t
flexio_dev_cqe_get_owner(struct flexio_dev_cqe64 *cqe);

/* Number of the completion queue (24 bits) of an event. */
FLEXIO_DEV_EXPERIMENTAL uint32_t
flexio_dev_eqe_get_cqn(struct flexio_dev_eqe *eqe);
/* The owner bit, as in completion entries. */
FLEXIO_DEV_EXPERIMENTAL uint8_t
flexio_dev_eqe_get_owner(struct flexio_dev_eqe *eqe);

/* Where the data of a receive queue's entry goes. */
FLEXIO_DEV_EXPERIMENTAL void *
flexio_dev_rwqe_get_addr(struct flexio_dev_wqe_rcv_data_seg *rwqe);

#ifdef __cplusplus
}
#endif

#endif
