/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* All-to-all of the ranks of an MPI program: each rank sends a block of its
 * send matrix to every rank, by RDMA of device code. MPI carries only the
 * descriptions of memory, events and connections, and the result to rank 0. */
#include "../../common/doca_arguments.h"

#include <doca_ctx.h>
#include <doca_mmap.h>
#include <doca_rdma.h>
#include <mpi.h>

extern struct doca_dpa_app *dpa_all_to_all_app;
extern doca_dpa_func_t all_to_all;

enum {
  ENTRIES = 64,
  INSTANCES_MAX = 8,
  RIGHTS = DOCA_ACCESS_FLAG_LOCAL_READ_WRITE | DOCA_ACCESS_FLAG_RDMA_WRITE |
           DOCA_ACCESS_FLAG_RDMA_ATOMIC,
};

/* As device code reads it. */
struct peer {
  uint64_t rdma;
  uint64_t event;
  uint64_t receive;
  uint32_t key;
  uint32_t reserved;
};

/* What a rank has of another one. */
struct link {
  struct doca_rdma *rdma;
  struct doca_rdma_connection *connection;
  struct doca_mmap *receive;
  struct doca_sync_event_remote_net *event;
};

static int rank, ranks;
static size_t block; /* ints that a rank sends to another one */
static struct doca_dev *dev;
static struct doca_dpa *dpa;
static struct doca_dpa_completion *completion;
static struct doca_mmap *send_map, *receive_map;
static struct doca_sync_event *arrived, *done;
static int *send, *receive; /* ranks * block ints */
static struct link *links;
static struct peer *peers;

static void *allocate(size_t count, size_t size) {
  void *memory = calloc(count, size);

  if (memory == NULL) {
    fprintf(stderr, "error: out of memory\n");
    exit(1);
  }
  return memory;
}

static size_t matrix_size(void) { return (size_t)ranks * block * sizeof(int); }

/* Gives every rank the description; those of all ranks, of `size` bytes each,
 * which is the same for all. The caller frees them. */
static char *exchange(const void *description, size_t size) {
  char *all = allocate((size_t)ranks, size);

  MPI_Allgather(description, (int)size, MPI_BYTE, all, (int)size, MPI_BYTE,
                MPI_COMM_WORLD);
  return all;
}

static struct doca_mmap *map_matrix(int **matrix) {
  struct doca_mmap *map;

  *matrix = allocate(1, matrix_size());
  CHECK(doca_mmap_create(&map));
  CHECK(doca_mmap_set_memrange(map, *matrix, matrix_size()));
  CHECK(doca_mmap_set_permissions(map, RIGHTS));
  CHECK(doca_mmap_add_dev(map, dev));
  CHECK(doca_mmap_start(map));
  return map;
}

static void exchange_memory(void) {
  const void *own;
  size_t size, length;
  void *address;

  send_map = map_matrix(&send);
  receive_map = map_matrix(&receive);
  CHECK(doca_mmap_export_rdma(receive_map, dev, &own, &size));
  char *all = exchange(own, size);
  for (int i = 0; i < ranks; i++) {
    CHECK(doca_mmap_create_from_export(NULL, all + (size_t)i * size, size, dev,
                                       &links[i].receive));
    CHECK(doca_mmap_get_memrange(links[i].receive, &address, &length));
    peers[i].receive = (uint64_t)address;
    CHECK(doca_mmap_dev_get_dpa_handle(links[i].receive, dev, &peers[i].key));
  }
  free(all);
}

static void exchange_events(void) {
  const uint8_t *own;
  size_t size;

  CHECK(doca_sync_event_create(&arrived));
  CHECK(doca_sync_event_add_publisher_location_remote_net(arrived));
  CHECK(doca_sync_event_add_subscriber_location_dpa(arrived, dpa));
  CHECK(doca_sync_event_start(arrived));
  CHECK(doca_sync_event_export_to_remote_net(arrived, &own, &size));
  char *all = exchange(own, size);
  for (int i = 0; i < ranks; i++) {
    CHECK(doca_sync_event_remote_net_create_from_export(
        dev, (const uint8_t *)all + (size_t)i * size, size, &links[i].event));
    CHECK(doca_sync_event_remote_net_get_dpa_handle(links[i].event, dpa,
                                                    &peers[i].event));
  }
  free(all);
}

/* A context with one connection; its description, of *size bytes. */
static const void *create_rdma(struct link *link, uint64_t *handle,
                               size_t *size) {
  const void *description;

  CHECK(doca_rdma_create(dev, &link->rdma));
  CHECK(doca_rdma_set_permissions(link->rdma, RIGHTS));
  CHECK(doca_rdma_set_grh_enabled(link->rdma, 1));
  CHECK(doca_ctx_set_datapath_on_dpa(doca_rdma_as_ctx(link->rdma), dpa));
  CHECK(doca_rdma_dpa_completion_attach(link->rdma, completion));
  CHECK(doca_ctx_start(doca_rdma_as_ctx(link->rdma)));
  CHECK(doca_rdma_get_dpa_handle(link->rdma, handle));
  CHECK(doca_rdma_export(link->rdma, &description, size, &link->connection));
  return description;
}

/* The context for rank i of this rank and that for this rank of rank i are
 * connected. */
static void exchange_connections(void) {
  const void **own = allocate((size_t)ranks, sizeof(*own));
  size_t size = 0;

  for (int i = 0; i < ranks; i++)
    own[i] = create_rdma(&links[i], &peers[i].rdma, &size);
  char *out = allocate((size_t)ranks, size);
  char *in = allocate((size_t)ranks, size);
  for (int i = 0; i < ranks; i++)
    memcpy(out + (size_t)i * size, own[i], size);
  MPI_Alltoall(out, (int)size, MPI_BYTE, in, (int)size, MPI_BYTE,
               MPI_COMM_WORLD);
  for (int i = 0; i < ranks; i++)
    CHECK(doca_rdma_connect(links[i].rdma, in + (size_t)i * size, size,
                            links[i].connection));
  free(in);
  free(out);
  free(own);
}

static void run_kernel(void) {
  size_t size = (size_t)ranks * sizeof(*peers);
  doca_dpa_dev_uintptr_t copy;
  uint64_t event;
  uint32_t key;

  for (size_t i = 0; i < (size_t)ranks * block; i++)
    send[i] = (int)((size_t)rank * (size_t)ranks * block + i);
  CHECK(doca_mmap_dev_get_dpa_handle(send_map, dev, &key));
  CHECK(doca_sync_event_get_dpa_handle(arrived, dpa, &event));
  CHECK(doca_dpa_mem_alloc(dpa, size, &copy));
  CHECK(doca_dpa_h2d_memcpy(dpa, copy, peers, size));
  done = start_event(dev, dpa);
  MPI_Barrier(MPI_COMM_WORLD); /* all are connected */
  CHECK(doca_dpa_kernel_launch_update_set(
      dpa, NULL, 0, done, 1,
      (unsigned)(ranks < INSTANCES_MAX ? ranks : INSTANCES_MAX), all_to_all,
      copy, ranks, rank, send, key, block * sizeof(int), event));
  CHECK(doca_sync_event_wait_gt(done, 0, UINT64_MAX));
  MPI_Barrier(MPI_COMM_WORLD); /* all have sent */
  CHECK(doca_dpa_mem_free(dpa, copy));
}

static void print_matrix(const char *name, const int *all) {
  printf("%s matrix:\n", name);
  for (int row = 0; row < ranks; row++) {
    printf("Rank %d |", row);
    for (size_t i = 0; i < (size_t)ranks * block; i++)
      printf(" %d", all[(size_t)row * (size_t)ranks * block + i]);
    printf(" |\n");
  }
}

/* Block j of row i of the receive matrix is block i of row j of the send
 * matrix. */
static int is_transpose(const int *sent, const int *received) {
  for (int i = 0; i < ranks; i++)
    for (int j = 0; j < ranks; j++)
      if (memcmp(received + (size_t)(i * ranks + j) * block,
                 sent + (size_t)(j * ranks + i) * block, block * sizeof(int)))
        return 0;
  return 1;
}

/* On rank 0: whether the matrices are right, which are printed if they are
 * small. */
static int gather(void) {
  int count = (int)((size_t)ranks * block);
  int *sent = allocate((size_t)ranks, matrix_size());
  int *received = allocate((size_t)ranks, matrix_size());
  int is_right = 1;

  MPI_Gather(send, count, MPI_INT, sent, count, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Gather(receive, count, MPI_INT, received, count, MPI_INT, 0,
             MPI_COMM_WORLD);
  if (rank == 0) {
    if (count <= 32) {
      print_matrix("Send", sent);
      print_matrix("Receive", received);
    }
    is_right = is_transpose(sent, received);
    printf("All-to-all of %d ranks, blocks of %zu bytes: %s\n", ranks,
           block * sizeof(int), is_right ? "right" : "wrong");
  }
  free(sent);
  free(received);
  return is_right;
}

static void destroy_all(void) {
  for (int i = 0; i < ranks; i++) {
    CHECK(doca_ctx_stop(doca_rdma_as_ctx(links[i].rdma)));
    CHECK(doca_rdma_destroy(links[i].rdma));
    CHECK(doca_sync_event_remote_net_destroy(links[i].event));
    CHECK(doca_mmap_destroy(links[i].receive));
  }
  CHECK(doca_sync_event_destroy(arrived));
  CHECK(doca_sync_event_destroy(done));
  CHECK(doca_mmap_destroy(send_map));
  CHECK(doca_mmap_destroy(receive_map));
  CHECK(doca_dpa_completion_destroy(completion));
  CHECK(doca_dpa_destroy(dpa));
  CHECK(doca_dev_close(dev));
  free(links);
  free(peers);
  free(send);
  free(receive);
}

int main(int argc, char **argv) {
  const struct sample_parameter size = {
      .short_name = "m",
      .long_name = "msgsize",
      .value = "<BYTES>",
      .description = "Size of a block, a multiple of 4 (default: 8)",
      .type = DOCA_ARGP_TYPE_INT,
      .take = take_number};
  struct sample_arguments arguments = {.number = 2 * sizeof(int)};

  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  read_arguments("dpa_all_to_all", argc, argv, &size, &arguments);
  block = (size_t)arguments.number / sizeof(int);
  if (block == 0 || (size_t)arguments.number % sizeof(int) != 0) {
    fprintf(stderr, "error: the size of a block is not a multiple of 4\n");
    return 1;
  }
  dev = open_dpa_device(arguments.device[0] ? arguments.device : NULL);
  dpa = start_program(dev, dpa_all_to_all_app);
  CHECK(doca_dpa_completion_create(dpa, ENTRIES, &completion));
  CHECK(doca_dpa_completion_start(completion));
  links = allocate((size_t)ranks, sizeof(*links));
  peers = allocate((size_t)ranks, sizeof(*peers));
  exchange_memory();
  exchange_events();
  exchange_connections();
  run_kernel();
  int is_right = gather();
  destroy_all();
  MPI_Finalize();
  return is_right ? 0 : 1;
}
