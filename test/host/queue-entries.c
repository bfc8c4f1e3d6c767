// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The fields of completion, event and receive entries and of doorbell records, in the processor's
// byte order; doorbells in the form with a thread context, too.
// PROVES: R-DQ-04 R-DQ-06
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

// 0, or the number of the first field with a wrong value.
__dpa_rpc__ uint64_t check_entry(uint64_t address) {
  struct flexio_dev_cqe64 *cqe = (struct flexio_dev_cqe64 *)address;

  return flexio_dev_cqe_get_csum_ok(cqe) != 0x1415        ? 1
         : flexio_dev_cqe_get_user_index(cqe) != 0x212223 ? 2
         : flexio_dev_cqe_get_byte_cnt(cqe) != 0x2c2d2e2f ? 3
         : flexio_dev_cqe_get_err_synd(cqe) != 0x34353637 ? 4
         : flexio_dev_cqe_get_qpn(cqe) != 0x393a3b        ? 5
         : flexio_dev_cqe_get_wqe_counter(cqe) != 0x3c3d  ? 6
         : flexio_dev_cqe_get_opcode(cqe) != 3            ? 7
         : flexio_dev_cqe_get_type(cqe) != 3              ? 8
         : flexio_dev_cqe_get_owner(cqe) != 1             ? 9
                                                          : 0;
}

__dpa_rpc__ uint64_t check_others(uint64_t address) {
  return flexio_dev_eqe_get_cqn((struct flexio_dev_eqe *)address) != 0x393a3b
             ? 1
         : flexio_dev_eqe_get_owner((struct flexio_dev_eqe *)address) != 1 ? 2
         : (uint64_t)flexio_dev_rwqe_get_addr(
               (struct flexio_dev_wqe_rcv_data_seg *)address) !=
                 0x08090a0b0c0d0e0f
             ? 3
             : 0;
}

__dpa_rpc__ uint64_t write_records(uint64_t address) {
  uint32_t *record = (uint32_t *)address;

  return flexio_dev_dbr_cq_set_ci(&record[0], 0xff123456) +
         flexio_dev_dbr_rq_inc_pi(&record[1]) +
         flexio_dev_dbr_rq_inc_pi(&record[2]);
}

// Arms, and rings four times: two forms of two calls.
__dpa_rpc__ uint64_t ring_in_all_forms(uint32_t number) {
  struct flexio_dev_thread_ctx *context;

  flexio_dev_get_thread_ctx(&context);
  flexio_dev_zcqe_gen(number);
  flexio_dev_msix_send(number);
  return flexio_dev_zcqe_gen(context, number) +
         flexio_dev_msix_send(context, number) +
         flexio_dev_cq_arm(context, 4, number);
}

//--- host.c
#include "handler.h"

flexio_func_t check_entry, check_others, write_records, ring_in_all_forms;

static uint64_t word_at(struct flexio_process *process, uint64_t address) {
  uint32_t word = 0;
  struct flexio_mem from = {FLEXIO_MEMTYPE_DPA, {address}};
  struct flexio_mem to = {FLEXIO_MEMTYPE_HOST, {(uintptr_t)&word}};

  EXPECT_SUCCESS(flexio_memcpy(process, &from, &to, sizeof word));
  return word;
}

int main(void) {
  struct flexio_process *process = create_process(open_device());
  struct queue queue = create_queue(
      process, (struct flexio_cq_attr){.log_cq_depth = 2,
                                       .element_type =
                                           FLEXIO_CQ_ELEMENT_TYPE_NON_DPA_CQ});
  uint8_t entry[64];
  uint32_t records[3] = {0, 0x01000000, 0xffff0000};
  flexio_uintptr_t address;

  for (int i = 0; i < 64; i++)
    entry[i] = i;
  EXPECT_SUCCESS(flexio_copy_from_host(process, entry, sizeof entry, &address));
  EXPECT(call1(process, check_entry, address) == 0);
  EXPECT(call1(process, check_others, address) == 0);
  EXPECT_SUCCESS(
      flexio_copy_from_host(process, records, sizeof records, &address));
  EXPECT(call1(process, write_records, address) == 0);
  EXPECT(word_at(process, address) == 0x56341200);
  EXPECT(word_at(process, address + 4) == 0x02000000);
  EXPECT(word_at(process, address + 8) == 0);
  EXPECT(call1(process, ring_in_all_forms, queue.number) == 0);
  // All four entries have been written: the owner byte of the last one.
  EXPECT(word_at(process, queue.ring + 3 * 64 + 60) == 0);
  EXPECT(flexio_err_status_get(process) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
