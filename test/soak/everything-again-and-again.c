// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Everything is created, used and destroyed in many rounds: no round leaves memory, descriptors,
// threads or mappings behind, and what is not freed goes with its process.
// PROVES: R-HEAP-08
// AddressSanitizer keeps what is freed for a while:
// UNSUPPORTED: sanitized
// RUN: rm -rf %t && mkdir -p %t
// RUN: %dpacc_bf3 -I%src/samples/common/device %S/Inputs/generate.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -O2 -I%S/Inputs -I%src/test/host/Inputs -I%src/samples/common/host -I%src/samples/common/device -I%src/test/verbs/Inputs %s %src/samples/common/host/*.c %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: env GLIBC_TUNABLES=glibc.malloc.tcache_count=0 dpa-run -- %t/host %{rounds} | FileCheck %s
// RUN: env GLIBC_TUNABLES=glibc.malloc.tcache_count=0 dpa-run --port=unix:%t/switch -- %t/host %{rounds} | FileCheck %s
// CHECK: left behind: descriptors 0, threads 0, mappings 0, memory 0
#include "flow.h"

#include <dirent.h>
#include <malloc.h>

#include "verbs-pair.h"

enum {
  LOG_DEPTH = 7,
  PACKETS = 50,
  WARM_UP = 10, /* rounds */
  /* What a program may have more than after these: threads that work are kept, and their number
   * depends on how much there is to do at a time. Less than one of each for a round. */
  MORE_THREADS = 4,
  MORE_MAPPINGS = 16,
  MORE_MEMORY = 4096,
};

struct usage {
  long descriptors, threads, mappings, memory;
};

static long entries_of(const char *folder) {
  DIR *directory = opendir(folder);
  long count = 0;

  EXPECT(directory);
  while (readdir(directory))
    count++;
  closedir(directory);
  return count;
}

static long lines_of(const char *name) {
  FILE *file = fopen(name, "r");
  long count = 0;

  EXPECT(file);
  for (int c; (c = fgetc(file)) != EOF;)
    count += c == '\n';
  fclose(file);
  return count;
}

static struct usage usage_now(void) {
  struct mallinfo2 heap = mallinfo2();

  return (struct usage){
      entries_of("/proc/self/fd"), entries_of("/proc/self/task"),
      lines_of("/proc/self/maps"), (long)(heap.uordblks + heap.hblkhd)};
}

/* A generator and a packet processor, with rules. Packets return with a loopback port only. */
static void use_handlers(struct sample *sample) {
  struct flow_settings settings = {.log_depth = LOG_DEPTH, .seed = 1};
  struct sample_headers mask = {.destination = {255, 255, 255, 255, 255, 255}};
  struct mlx5dv_dr_domain *domain = NULL;
  struct sample_transmit transmit = {0};
  struct sample_table table = {0};
  struct flow flow;

  memset(&flow, 0, sizeof flow);
  EXPECT(sample_open_transmit(sample, NULL, &transmit));
  EXPECT(sample_open_domain(sample, MLX5DV_DR_DOMAIN_TYPE_NIC_RX, &domain));
  EXPECT(sample_open_table(sample, domain, 0, &mask, &table));
  open_flow(sample, &table, &flow, &settings);
  EXPECT(sample_post_all(sample, &flow.echo.receive));
  EXPECT(sample_post_all(sample, &flow.receive));
  send_more(sample, &flow, PACKETS);
  while (read_generator(sample, &flow).done < PACKETS)
    ;
  close_flow(sample, &flow);
  EXPECT(sample_close_table(sample, &table));
  EXPECT(sample_close_domain(sample, domain));
  EXPECT(sample_close_transmit(sample, &transmit));
}

static flexio_uintptr_t allocate(const struct sample *sample, size_t size) {
  flexio_uintptr_t address;

  EXPECT_SUCCESS(flexio_buf_dev_alloc(sample->process, size, &address));
  EXPECT_SUCCESS(flexio_buf_dev_memset(sample->process, 0, size, address));
  return address;
}

/* A queue pair whose receive entries are in a pool, and its completion queue. */
static void use_queue_pair(const struct sample *sample, uint32_t uar) {
  struct flexio_cq_attr cq = {.log_cq_depth = 2,
                              .element_type = FLEXIO_CQ_ELEMENT_TYPE_NON_DPA_CQ,
                              .uar_id = uar,
                              .cq_dbr_daddr = allocate(sample, 8),
                              .cq_ring_qmem = {.daddr = allocate(sample, 256)}};
  struct flexio_wq_attr pool = {.log_wq_depth = 2,
                                .log_wq_stride = 4,
                                .rq.wq_type = FLEXIO_WQ_TYPE_CYCLIC,
                                .wq_ring_qmem = {.daddr = allocate(sample, 64)},
                                .wq_dbr_qmem = {.daddr = allocate(sample, 8)}};
  struct flexio_qp_attr pair = {
      .transport_type = FLEXIO_QPC_ST_RC,
      .uar_id = uar,
      .log_sq_depth = 2,
      .rq_type = FLEXIO_QP_QPC_RQ_TYPE_SRQ_RMP_XRC_SRQ_XRQ,
      .qp_wq_buff_qmem = {.daddr = allocate(sample, 256)},
      .qp_wq_dbr_qmem = {.daddr = allocate(sample, 8)}};
  struct flexio_cq *queue;
  struct flexio_rmp *rmp;
  struct flexio_qp *qp;

  EXPECT_SUCCESS(flexio_cq_create(sample->process, NULL, &cq, &queue));
  EXPECT_SUCCESS(flexio_rmp_create(sample->process, NULL, &pool, &rmp));
  pair.sq_cqn = pair.rq_cqn = flexio_cq_get_cq_num(queue);
  pair.rmpqn = flexio_rmp_get_wq_num(rmp);
  EXPECT_SUCCESS(flexio_qp_create(sample->process, NULL, &pair, &qp));
  EXPECT_SUCCESS(flexio_qp_destroy(qp));
  EXPECT_SUCCESS(flexio_rmp_destroy(rmp));
  EXPECT_SUCCESS(flexio_cq_destroy(queue));
}

static void use_others(const struct sample *sample) {
  struct flexio_outbox_attr outbox_attributes = {0};
  struct flexio_cmdq_attr tasks = {.workers = 2, .batch_size = 1};
  struct flexio_uar *uar;
  struct flexio_outbox *outbox;
  struct flexio_transport_domain *domain;
  struct flexio_sq_tis *tis;
  struct flexio_cmdq *queue;
  struct flexio_eq *eq;

  EXPECT_SUCCESS(flexio_uar_create(sample->process, &uar));
  EXPECT_SUCCESS(
      flexio_outbox_create(sample->process, &outbox_attributes, &outbox));
  EXPECT_SUCCESS(flexio_transport_domain_create(sample->device, &domain));
  EXPECT_SUCCESS(flexio_sq_tis_create(sample->device, domain, &tis));
  EXPECT_SUCCESS(flexio_cmdq_create(sample->process, &tasks, &queue));
  struct flexio_eq_attr events = {
      .log_eq_depth = 2,
      .uar_id = flexio_uar_get_id(flexio_process_get_uar(sample->process)),
      .eq_ring_qmem = {.daddr = allocate(sample, 256)}};
  EXPECT_SUCCESS(flexio_eq_create(sample->process, NULL, &events, &eq));
  use_queue_pair(sample, events.uar_id);
  EXPECT_SUCCESS(flexio_eq_destroy(eq));
  EXPECT_SUCCESS(flexio_cmdq_destroy(queue));
  EXPECT_SUCCESS(flexio_sq_tis_destroy(tis));
  EXPECT_SUCCESS(flexio_transport_domain_destroy(domain));
  EXPECT_SUCCESS(flexio_outbox_destroy(outbox));
  EXPECT_SUCCESS(flexio_uar_destroy(uar));
}

static void use_device_code(void) {
  struct sample sample = {.name = "round"};

  EXPECT(sample_start(&sample, "mlx5_0", test_app));
  use_handlers(&sample);
  use_others(&sample);
  EXPECT(sample_stop(&sample));
}

/* Queue pairs of the host program, with all that they may have. */
static void use_verbs(void) {
  struct pair pair = {0};
  struct ibv_srq_init_attr shared = {.attr = {.max_wr = 16, .max_sge = 1}};
  struct ibv_comp_channel *channel;
  struct ibv_cq *other;
  struct ibv_mw *window;
  struct ibv_ah_attr to = {.is_global = 1, .port_num = 1, .grh.sgid_index = 1};
  struct ibv_ah *address;
  struct ibv_send_wr wr = {
      .opcode = IBV_WR_SEND, .num_sge = 1, .send_flags = IBV_SEND_SIGNALED};
  struct ibv_send_wr *bad;

  open_pair(&pair);
  EXPECT((pair.srq = ibv_create_srq(pair.pd, &shared)));
  EXPECT((channel = ibv_create_comp_channel(pair.context)));
  EXPECT((other = ibv_create_cq(pair.context, 10, NULL, channel, 0)));
  EXPECT((window = ibv_alloc_mw(pair.pd, IBV_MW_TYPE_1)));
  to.grh.dgid = pair.gid;
  EXPECT((address = ibv_create_ah(pair.pd, &to)));
  create_queue_pairs(&pair, IBV_QPT_RC, 0);
  connect_pair(&pair);
  struct ibv_sge part = element(&pair, 0, 0, 5000);
  wr.sg_list = &part;
  post_receive(&pair, 1, 0, 0, 5000);
  EXPECT(ibv_post_send(pair.qp[0], &wr, &bad) == 0);
  for (int i = 0; i < 2; i++)
    EXPECT(next_completion(pair.cq).status == IBV_WC_SUCCESS);
  EXPECT(ibv_destroy_ah(address) == 0);
  EXPECT(ibv_dealloc_mw(window) == 0);
  EXPECT(ibv_destroy_cq(other) == 0);
  EXPECT(ibv_destroy_comp_channel(channel) == 0);
  close_pair(&pair);
}

static long beyond(long now, long before, long allowed) {
  return now - before > allowed ? now - before : 0;
}

int main(int argc, char **argv) {
  struct usage before = {0, 0, 0, 0}, now;
  int rounds;

  EXPECT(argc == 2);
  rounds = atoi(argv[1]);
  for (int i = 0; i < WARM_UP + rounds; i++) {
    if (i == WARM_UP)
      before = usage_now();
    use_device_code();
    use_verbs();
  }
  now = usage_now();
  printf("left behind: descriptors %ld, threads %ld, mappings %ld, memory "
         "%ld\n",
         beyond(now.descriptors, before.descriptors, 0),
         beyond(now.threads, before.threads, MORE_THREADS),
         beyond(now.mappings, before.mappings, MORE_MAPPINGS),
         beyond(now.memory, before.memory, MORE_MEMORY));
  return 0;
}
