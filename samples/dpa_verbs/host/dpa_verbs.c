/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Two programs whose device code exchanges data by RDMA: the target waits for a
 * TCP connection, the initiator makes one. usage: dpa_verbs DEVICE TCP-PORT
 * [HOST]   with the host of the target: the initiator */
#include "peer.h"
#include "queue_pair.h"

#include <doca_mmap.h>
#include <unistd.h>

extern struct doca_dpa_app *dpa_verbs_app;
extern doca_dpa_func_t prepare_target, run_target, run_initiator;

enum { DATA_SIZE = 512, MESSAGE_SIZE = 8 };

/* As device code reads it. */
struct end {
  uint64_t qp;
  uint64_t sent;
  uint64_t received;
  uint64_t memory;
  uint64_t remote;
  uint32_t size;
  uint32_t key;
  uint32_t remote_key;
  uint32_t reserved;
};

/* What one program sends to the other. */
struct record {
  struct address address;
  uint64_t memory;
  uint64_t key;
};

static struct doca_mmap *create_memory(const struct verbs *verbs,
                                       struct end *end) {
  struct doca_mmap *mmap;

  CHECK(doca_dpa_mem_alloc(verbs->dpa, DATA_SIZE + MESSAGE_SIZE, &end->memory));
  CHECK(doca_dpa_memset(verbs->dpa, end->memory, 0, DATA_SIZE + MESSAGE_SIZE));
  CHECK(doca_mmap_create(&mmap));
  CHECK(doca_mmap_set_dpa_memrange(mmap, verbs->dpa, end->memory,
                                   DATA_SIZE + MESSAGE_SIZE));
  CHECK(doca_mmap_set_permissions(mmap, DOCA_ACCESS_FLAG_LOCAL_READ_WRITE |
                                            DOCA_ACCESS_FLAG_RDMA_WRITE));
  CHECK(doca_mmap_add_dev(mmap, verbs->dev));
  CHECK(doca_mmap_start(mmap));
  CHECK(doca_mmap_dev_get_dpa_handle(mmap, verbs->dev, &end->key));
  end->size = DATA_SIZE;
  return mmap;
}

/* Exchanges addresses, and connects the queue pairs. */
static void meet(const struct verbs *verbs, const struct queue_pair *pair,
                 int peer, struct end *end) {
  struct record own = {.address = address_of(verbs, pair),
                       .memory = end->memory,
                       .key = end->key};
  struct record other;

  exchange(peer, &own, &other, sizeof(own));
  connect_queue_pair(verbs, pair, &other.address);
  end->remote = other.memory;
  end->remote_key = (uint32_t)other.key;
}

/* Both sums are equal if all data have arrived. */
static int run(const struct verbs *verbs, const struct end *end, int peer,
               int is_initiator) {
  uint64_t sum = 0, other = 0;

  if (!is_initiator)
    CHECK(doca_dpa_rpc(verbs->dpa, prepare_target, NULL, *end));
  exchange(peer, &sum, &other, sizeof(sum)); /* both are ready */
  CHECK(doca_dpa_rpc(verbs->dpa, is_initiator ? run_initiator : run_target,
                     &sum, *end));
  exchange(peer, &sum, &other, sizeof(sum));
  printf("%s: %d bytes, sum %lu, of the other end %lu\n",
         is_initiator ? "Initiator" : "Target", DATA_SIZE, sum, other);
  return sum != 0 && sum == other;
}

int main(int argc, char **argv) {
  struct end end = {0};

  if (argc < 3) {
    fprintf(stderr, "usage: dpa_verbs DEVICE TCP-PORT [HOST]\n");
    return 1;
  }
  struct verbs verbs = open_verbs(argv[1], dpa_verbs_app);
  struct doca_mmap *mmap = create_memory(&verbs, &end);
  struct queue_pair pair = create_queue_pair(&verbs);
  int peer = connect_peer(argv[3], argv[2]);

  end.qp = pair.handle;
  end.sent = pair.sent_handle;
  end.received = pair.received_handle;
  meet(&verbs, &pair, peer, &end);
  int is_right = run(&verbs, &end, peer, argv[3] != NULL);
  close(peer);
  destroy_queue_pair(&verbs, &pair);
  CHECK(doca_mmap_destroy(mmap));
  CHECK(doca_dpa_mem_free(verbs.dpa, end.memory));
  close_verbs(&verbs);
  return is_right ? 0 : 1;
}
