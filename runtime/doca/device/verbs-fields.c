/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fields of work requests. */
#include "runtime/doca/device/verbs-requests.h"

void doca_dpa_dev_verbs_send_wr_set_sg_list(
    struct doca_dpa_dev_verbs_send_wr *send_wr,
    struct doca_dpa_dev_verbs_sge *value) {
  fields_of(send_wr)->sg_list = (uint64_t)value;
}

struct doca_dpa_dev_verbs_sge *doca_dpa_dev_verbs_send_wr_get_sg_list(
    const struct doca_dpa_dev_verbs_send_wr *send_wr) {
  return (struct doca_dpa_dev_verbs_sge *)constant_fields_of(send_wr)->sg_list;
}

void doca_dpa_dev_verbs_send_wr_set_sg_num_sge(
    struct doca_dpa_dev_verbs_send_wr *send_wr, uint32_t value) {
  fields_of(send_wr)->num_sge = value;
}

uint32_t doca_dpa_dev_verbs_send_wr_get_sg_num_sge(
    const struct doca_dpa_dev_verbs_send_wr *send_wr) {
  return constant_fields_of(send_wr)->num_sge;
}

void doca_dpa_dev_verbs_send_wr_set_opcode(
    struct doca_dpa_dev_verbs_send_wr *send_wr,
    enum doca_dpa_dev_verbs_send_wr_opcode value) {
  fields_of(send_wr)->opcode = (uint8_t)value;
}

enum doca_dpa_dev_verbs_send_wr_opcode doca_dpa_dev_verbs_send_wr_get_opcode(
    const struct doca_dpa_dev_verbs_send_wr *send_wr) {
  return (enum doca_dpa_dev_verbs_send_wr_opcode)constant_fields_of(send_wr)
      ->opcode;
}

void doca_dpa_dev_verbs_send_wr_set_send_flags(
    struct doca_dpa_dev_verbs_send_wr *send_wr, unsigned int value) {
  fields_of(send_wr)->flags = (uint8_t)value;
}

unsigned int doca_dpa_dev_verbs_send_wr_get_send_flags(
    const struct doca_dpa_dev_verbs_send_wr *send_wr) {
  return constant_fields_of(send_wr)->flags;
}

void doca_dpa_dev_verbs_send_wr_set_fence_mode(
    struct doca_dpa_dev_verbs_send_wr *send_wr,
    enum doca_dpa_dev_verbs_send_wr_fm value) {
  fields_of(send_wr)->fence = (uint8_t)value;
}

enum doca_dpa_dev_verbs_send_wr_fm doca_dpa_dev_verbs_send_wr_get_fence_mode(
    const struct doca_dpa_dev_verbs_send_wr *send_wr) {
  return (enum doca_dpa_dev_verbs_send_wr_fm)constant_fields_of(send_wr)->fence;
}

void doca_dpa_dev_verbs_send_wr_set_imm_data(
    struct doca_dpa_dev_verbs_send_wr *send_wr, uint32_t value) {
  fields_of(send_wr)->immediate = value;
}

uint32_t doca_dpa_dev_verbs_send_wr_get_imm_data(
    const struct doca_dpa_dev_verbs_send_wr *send_wr) {
  return constant_fields_of(send_wr)->immediate;
}

void doca_dpa_dev_verbs_send_wr_set_invalidate_rkey(
    struct doca_dpa_dev_verbs_send_wr *send_wr, uint32_t value) {
  fields_of(send_wr)->invalidate_rkey = value;
}

uint32_t doca_dpa_dev_verbs_send_wr_get_invalidate_rkey(
    const struct doca_dpa_dev_verbs_send_wr *send_wr) {
  return constant_fields_of(send_wr)->invalidate_rkey;
}

void doca_dpa_dev_verbs_send_wr_set_rdma_remote_addr(
    struct doca_dpa_dev_verbs_send_wr *send_wr, uint64_t value) {
  fields_of(send_wr)->remote_addr = value;
}

uint64_t doca_dpa_dev_verbs_send_wr_get_rdma_remote_addr(
    const struct doca_dpa_dev_verbs_send_wr *send_wr) {
  return constant_fields_of(send_wr)->remote_addr;
}

void doca_dpa_dev_verbs_send_wr_set_rdma_rkey(
    struct doca_dpa_dev_verbs_send_wr *send_wr, uint32_t value) {
  fields_of(send_wr)->rkey = value;
}

uint32_t doca_dpa_dev_verbs_send_wr_get_rdma_rkey(
    const struct doca_dpa_dev_verbs_send_wr *send_wr) {
  return constant_fields_of(send_wr)->rkey;
}

void doca_dpa_dev_verbs_send_wr_set_atomic_remote_addr(
    struct doca_dpa_dev_verbs_send_wr *send_wr, uint64_t value) {
  fields_of(send_wr)->atomic_addr = value;
}

uint64_t doca_dpa_dev_verbs_send_wr_get_atomic_remote_addr(
    const struct doca_dpa_dev_verbs_send_wr *send_wr) {
  return constant_fields_of(send_wr)->atomic_addr;
}

void doca_dpa_dev_verbs_send_wr_set_atomic_compare_add(
    struct doca_dpa_dev_verbs_send_wr *send_wr, uint64_t value) {
  fields_of(send_wr)->compare_add = value;
}

uint64_t doca_dpa_dev_verbs_send_wr_get_atomic_compare_add(
    const struct doca_dpa_dev_verbs_send_wr *send_wr) {
  return constant_fields_of(send_wr)->compare_add;
}

void doca_dpa_dev_verbs_send_wr_set_atomic_swap(
    struct doca_dpa_dev_verbs_send_wr *send_wr, uint64_t value) {
  fields_of(send_wr)->swap = value;
}

uint64_t doca_dpa_dev_verbs_send_wr_get_atomic_swap(
    const struct doca_dpa_dev_verbs_send_wr *send_wr) {
  return constant_fields_of(send_wr)->swap;
}

void doca_dpa_dev_verbs_send_wr_set_atomic_rkey(
    struct doca_dpa_dev_verbs_send_wr *send_wr, uint32_t value) {
  fields_of(send_wr)->atomic_rkey = value;
}

uint32_t doca_dpa_dev_verbs_send_wr_get_atomic_rkey(
    const struct doca_dpa_dev_verbs_send_wr *send_wr) {
  return constant_fields_of(send_wr)->atomic_rkey;
}

void doca_dpa_dev_verbs_recv_wr_set_sg_list(
    struct doca_dpa_dev_verbs_recv_wr *recv_wr,
    struct doca_dpa_dev_verbs_sge *value) {
  receive_of(recv_wr)->sg_list = (uint64_t)value;
}

struct doca_dpa_dev_verbs_sge *doca_dpa_dev_verbs_recv_wr_get_sg_list(
    const struct doca_dpa_dev_verbs_recv_wr *recv_wr) {
  return (struct doca_dpa_dev_verbs_sge *)constant_receive_of(recv_wr)->sg_list;
}

void doca_dpa_dev_verbs_recv_wr_set_sg_num_sge(
    struct doca_dpa_dev_verbs_recv_wr *recv_wr, uint32_t value) {
  receive_of(recv_wr)->num_sge = value;
}

uint32_t doca_dpa_dev_verbs_recv_wr_get_sg_num_sge(
    const struct doca_dpa_dev_verbs_recv_wr *recv_wr) {
  return constant_receive_of(recv_wr)->num_sge;
}
