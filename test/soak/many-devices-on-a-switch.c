// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sixty-four devices in eight processes on one switch: each sends messages of random sizes to each
// other one over a reliable connection. All arrive once, in order, with the checksum that they name.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %hostcc -std=gnu11 -O2 -Wall -Wextra -Werror -I%src/test/verbs/Inputs %s -o %t/host -libverbs -pthread
// RUN: %t/host devices >%t/devices.toml
// RUN: dpa-run --config=%t/devices.toml --port=unix:%t/switch -- %t/host %{messages} | FileCheck %s
// CHECK: 64 devices: all messages arrived
#include "verbs-pair.h"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  PROCESSES = 8,
  EACH = 8, /* devices of a process */
  DEVICES = PROCESSES * EACH,
  LARGEST = 5000, /* bytes of a message */
  BUFFERS = 2 * DEVICES,
  SEND_SLOTS = DEVICES,
  TIMEOUT = 20, /* 4.3 s: processes may have to wait for a processor */
};

struct message {
  uint32_t sequence;
  uint32_t size; /* of the bytes that follow */
  uint64_t checksum;
  uint8_t bytes[LARGEST];
};

/* What the processes know of each other. */
struct shared {
  pthread_barrier_t barrier;
  union ibv_gid gids[DEVICES];
  uint32_t numbers[DEVICES][DEVICES]; /* of the first one's queue pair */
};

struct device {
  uint32_t number; /* among all */
  struct ibv_context *context;
  struct ibv_pd *pd;
  struct ibv_cq *cq;
  struct ibv_srq *srq;
  struct ibv_mr *region;
  struct ibv_qp *pairs[DEVICES];
  struct message *messages; /* BUFFERS to receive, SEND_SLOTS to send */
  uint32_t sent[DEVICES], received[DEVICES];
  uint64_t random;
};

static struct shared *shared;
static uint32_t wanted; /* messages for each other device */

static uint64_t next_random(uint64_t *state) {
  uint64_t number = *state += 0x9e3779b97f4a7c15;

  number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9;
  number = (number ^ number >> 27) * 0x94d049bb133111eb;
  return number ^ number >> 31;
}

/* FNV-1a of everything but the checksum; `pair` is that of sender and receiver. */
static uint64_t checksum_of(const struct message *message, uint32_t pair) {
  uint64_t sum = 0xcbf29ce484222325 ^ pair ^ (uint64_t)message->sequence << 32;

  for (uint32_t i = 0; i < message->size; i++)
    sum = (sum ^ message->bytes[i]) * 0x100000001b3;
  return sum;
}

static void print_devices(void) {
  puts("# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception");
  for (int i = 0; i < EACH; i++)
    printf("[[device]]\nname = \"mlx5_%d\"\n", i);
}

static void receive_into(struct device *device, uint64_t buffer) {
  struct ibv_sge sge = {.addr = (uintptr_t)&device->messages[buffer],
                        .length = sizeof(struct message),
                        .lkey = device->region->lkey};
  struct ibv_recv_wr wr = {.wr_id = buffer, .sg_list = &sge, .num_sge = 1};
  struct ibv_recv_wr *bad;

  CHECK(ibv_post_srq_recv(device->srq, &wr, &bad) == 0);
}

static void open_device(struct device *device, struct ibv_device *of,
                        uint32_t number) {
  struct ibv_srq_init_attr srq = {.attr = {.max_wr = BUFFERS, .max_sge = 1}};
  size_t size = (BUFFERS + SEND_SLOTS) * sizeof(struct message);

  device->number = number;
  device->random = number;
  CHECK((device->context = ibv_open_device(of)));
  CHECK((device->pd = ibv_alloc_pd(device->context)));
  CHECK((device->cq =
             ibv_create_cq(device->context, 4 * DEVICES, NULL, NULL, 0)));
  CHECK((device->srq = ibv_create_srq(device->pd, &srq)));
  CHECK((device->messages = malloc(size)));
  CHECK((device->region = ibv_reg_mr(device->pd, device->messages, size,
                                     IBV_ACCESS_LOCAL_WRITE)));
  CHECK(ibv_query_gid(device->context, 1, 1, &shared->gids[number]) == 0);
  for (uint64_t i = 0; i < BUFFERS; i++)
    receive_into(device, i);
}

static void create_pairs(struct device *device) {
  struct ibv_qp_init_attr settings = {
      .send_cq = device->cq,
      .recv_cq = device->cq,
      .srq = device->srq,
      .cap = {.max_send_wr = 2, .max_send_sge = 1},
      .qp_type = IBV_QPT_RC};

  for (uint32_t i = 0; i < DEVICES; i++) {
    if (i == device->number)
      continue;
    CHECK((device->pairs[i] = ibv_create_qp(device->pd, &settings)));
    shared->numbers[device->number][i] = device->pairs[i]->qp_num;
    to_init(device->pairs[i]);
  }
}

static void connect_pairs(struct device *device) {
  for (uint32_t i = 0; i < DEVICES; i++)
    if (i != device->number)
      to_ready_as(
          device->pairs[i], shared->numbers[i][device->number], shared->gids[i],
          (struct ready){.port = 1, .mtu = IBV_MTU_1024, .timeout = TIMEOUT});
}

/* One message for each other device is on its way at a time. */
static void send_to(struct device *device, uint32_t peer) {
  struct message *message = &device->messages[BUFFERS + peer];
  struct ibv_sge sge = {.addr = (uintptr_t)message,
                        .lkey = device->region->lkey};
  struct ibv_send_wr wr = {.wr_id = BUFFERS + peer,
                           .opcode = IBV_WR_SEND,
                           .sg_list = &sge,
                           .num_sge = 1,
                           .send_flags = IBV_SEND_SIGNALED};
  struct ibv_send_wr *bad;

  if (device->sent[peer] == wanted)
    return;
  message->sequence = device->sent[peer]++;
  message->size = next_random(&device->random) % (LARGEST + 1);
  for (uint32_t i = 0; i < message->size; i++)
    message->bytes[i] = (uint8_t)next_random(&device->random);
  message->checksum = checksum_of(message, device->number * DEVICES + peer);
  sge.length = (uint32_t)offsetof(struct message, bytes) + message->size;
  CHECK(ibv_post_send(device->pairs[peer], &wr, &bad) == 0);
}

/* The device whose queue pair is connected to `number` of this one. */
static uint32_t peer_of(const struct device *device, uint32_t number) {
  uint32_t peer = 0;

  while (shared->numbers[device->number][peer] != number)
    CHECK(++peer < DEVICES);
  return peer;
}

static void check_received(struct device *device, const struct ibv_wc *wc) {
  const struct message *message = &device->messages[wc->wr_id];
  uint32_t peer = peer_of(device, wc->qp_num);

  CHECK(wc->byte_len == offsetof(struct message, bytes) + message->size);
  CHECK(message->sequence == device->received[peer]++);
  CHECK(message->checksum ==
        checksum_of(message, peer * DEVICES + device->number));
  receive_into(device, wc->wr_id);
}

/* Handles what is there; returns the number of completions. */
static uint64_t poll_device(struct device *device) {
  struct ibv_wc wc[16];
  int count = ibv_poll_cq(device->cq, 16, wc);

  CHECK(count >= 0);
  for (int i = 0; i < count; i++) {
    CHECK(wc[i].status == IBV_WC_SUCCESS);
    if (wc[i].wr_id < BUFFERS)
      check_received(device, &wc[i]);
    else
      send_to(device, (uint32_t)wc[i].wr_id - BUFFERS);
  }
  return (uint64_t)count;
}

static void close_device(struct device *device) {
  for (uint32_t i = 0; i < DEVICES; i++)
    CHECK(i == device->number || ibv_destroy_qp(device->pairs[i]) == 0);
  CHECK(ibv_destroy_srq(device->srq) == 0);
  CHECK(ibv_dereg_mr(device->region) == 0);
  CHECK(ibv_destroy_cq(device->cq) == 0);
  CHECK(ibv_dealloc_pd(device->pd) == 0);
  CHECK(ibv_close_device(device->context) == 0);
  free(device->messages);
}

/* What is sent and what is received completes. */
static void exchange(struct device *devices) {
  uint64_t left = 2ull * EACH * (DEVICES - 1) * wanted;

  for (int i = 0; i < EACH; i++)
    for (uint32_t peer = 0; peer < DEVICES; peer++)
      if (peer != devices[i].number)
        send_to(&devices[i], peer);
  while (left > 0)
    for (int i = 0; i < EACH; i++)
      left -= poll_device(&devices[i]);
}

static int run_process(uint32_t process) {
  struct device *devices = calloc(EACH, sizeof *devices);
  struct ibv_device **list;
  int count;

  CHECK(devices && (list = ibv_get_device_list(&count)) && count == EACH);
  for (uint32_t i = 0; i < EACH; i++) {
    open_device(&devices[i], list[i], process * EACH + i);
    create_pairs(&devices[i]);
  }
  ibv_free_device_list(list);
  pthread_barrier_wait(&shared->barrier);
  for (int i = 0; i < EACH; i++)
    connect_pairs(&devices[i]);
  pthread_barrier_wait(&shared->barrier);
  exchange(devices);
  /* Answers may have been lost: all stay until all have them. */
  pthread_barrier_wait(&shared->barrier);
  for (int i = 0; i < EACH; i++)
    close_device(&devices[i]);
  free(devices);
  return 0;
}

static void share(void) {
  pthread_barrierattr_t attributes;

  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  CHECK(shared != MAP_FAILED);
  CHECK(pthread_barrierattr_init(&attributes) == 0);
  CHECK(pthread_barrierattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED) ==
        0);
  CHECK(pthread_barrier_init(&shared->barrier, &attributes, PROCESSES) == 0);
}

/* A process that fails ends the others, which would wait for it. */
static void wait_for_all(const pid_t *children) {
  for (int i = 0; i < PROCESSES; i++) {
    int status;

    CHECK(wait(&status) > 0);
    if (status == 0)
      continue;
    for (int other = 0; other < PROCESSES; other++)
      kill(children[other], SIGKILL);
    exit(1);
  }
}

int main(int argc, char **argv) {
  pid_t children[PROCESSES];

  CHECK(argc == 2);
  if (strcmp(argv[1], "devices") == 0) {
    print_devices();
    return 0;
  }
  wanted = (uint32_t)strtoul(argv[1], NULL, 10);
  share();
  for (uint32_t i = 0; i < PROCESSES; i++) {
    CHECK((children[i] = fork()) >= 0);
    if (children[i] == 0)
      exit(run_process(i));
  }
  wait_for_all(children);
  printf("%d devices: all messages arrived\n", DEVICES);
  return 0;
}
