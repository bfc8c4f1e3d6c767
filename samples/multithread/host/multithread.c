/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Host side of the multithread sample: copies two 5x5 matrices to the device,
 * adds a task for each cell of their product to a command queue, starts the
 * queue, waits until it is empty and prints the result, which the tasks have
 * written to host memory.
 *
 * usage: multithread DEVICE      e.g. dpa-run -- multithread mlx5_0
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <infiniband/verbs.h>
#include <libflexio/flexio.h>

#include "../multithread.h"

enum { WORKERS = 5, BATCH = 2, REGION_ALIGNMENT = 64 };

/* Made by dpacc: the device program, and the stub that names its function. */
extern struct flexio_app *multithread_app;
flexio_func_t multiply_cell;

struct session {
  struct ibv_context *device;
  struct flexio_process *process;
  struct flexio_window *window;
  struct flexio_cmdq *queue;
  int64_t *result; /* of the host */
  struct ibv_mr *result_region;
  flexio_uintptr_t matrices[2];
  flexio_uintptr_t jobs;
};

static bool fail(const char *what) {
  fprintf(stderr, "multithread: error: %s\n", what);
  return false;
}

static bool open_device(struct session *session, const char *name) {
  int count = 0;
  struct ibv_device **list = ibv_get_device_list(&count);

  for (int i = 0; list && i < count; i++)
    if (strcmp(ibv_get_device_name(list[i]), name) == 0)
      session->device = ibv_open_device(list[i]);
  if (list)
    ibv_free_device_list(list);
  if (session->device)
    return true;
  fprintf(stderr, "multithread: error: cannot open device '%s'\n", name);
  fprintf(stderr, "multithread: note: start the program with dpa-run\n");
  return false;
}

/* The host memory that the device writes: registered, and reached by a window
 * of the same protection domain. */
static bool make_result(struct session *session) {
  size_t size = MATRIX_CELLS * sizeof *session->result;
  struct ibv_pd *domain = flexio_process_get_pd(session->process);
  void *memory;

  size = (size + REGION_ALIGNMENT - 1) / REGION_ALIGNMENT * REGION_ALIGNMENT;
  if (posix_memalign(&memory, REGION_ALIGNMENT, size) != 0)
    return fail("out of memory");
  memset(memory, 0, size);
  session->result = memory;
  session->result_region =
      ibv_reg_mr(domain, memory, size, IBV_ACCESS_LOCAL_WRITE);
  if (!session->result_region)
    return fail("cannot register the result matrix");
  return flexio_window_create(session->process, domain, &session->window) ==
             FLEXIO_STATUS_SUCCESS ||
         fail("cannot create a window");
}

static bool start(struct session *session, const char *device_name) {
  struct flexio_cmdq_attr attributes = {.workers = WORKERS,
                                        .batch_size = BATCH,
                                        .state = FLEXIO_CMDQ_STATE_PENDING};

  if (!open_device(session, device_name))
    return false;
  printf("Registered on device %s\n", device_name);
  if (flexio_process_create(session->device, multithread_app, NULL,
                            &session->process) != FLEXIO_STATUS_SUCCESS)
    return fail("cannot create a process");
  if (!make_result(session))
    return false;
  return flexio_cmdq_create(session->process, &attributes, &session->queue) ==
             FLEXIO_STATUS_SUCCESS ||
         fail("cannot create a command queue");
}

/* Numbers whose product is not easily right by chance. */
static void fill(int64_t left[MATRIX_CELLS], int64_t right[MATRIX_CELLS]) {
  for (int i = 0; i < MATRIX_CELLS; i++) {
    left[i] = i + 1;
    right[i] = i % 2 ? -i : i;
  }
}

static bool copy_in(struct session *session, int64_t *left, int64_t *right) {
  struct cell_job jobs[MATRIX_CELLS];
  size_t size = MATRIX_CELLS * sizeof *left;

  if (flexio_copy_from_host(session->process, left, size,
                            &session->matrices[0]) != FLEXIO_STATUS_SUCCESS ||
      flexio_copy_from_host(session->process, right, size,
                            &session->matrices[1]) != FLEXIO_STATUS_SUCCESS)
    return fail("cannot copy the matrices to the device");
  for (uint32_t i = 0; i < MATRIX_CELLS; i++)
    jobs[i] = (struct cell_job){
        .left = session->matrices[0],
        .right = session->matrices[1],
        .result = (uint64_t)(uintptr_t)session->result,
        .result_key = session->result_region->lkey,
        .window = flexio_window_get_id(session->window),
        .row = i / MATRIX_SIZE,
        .column = i % MATRIX_SIZE,
    };
  return flexio_copy_from_host(session->process, jobs, sizeof jobs,
                               &session->jobs) == FLEXIO_STATUS_SUCCESS ||
         fail("cannot copy the jobs to the device");
}

static bool multiply(struct session *session) {
  int is_empty;

  for (int i = 0; i < MATRIX_CELLS; i++)
    if (flexio_cmdq_task_add(session->queue, multiply_cell,
                             session->jobs +
                                 (uint64_t)i * sizeof(struct cell_job)) !=
        FLEXIO_STATUS_SUCCESS)
      return fail("cannot add a task");
  if (flexio_cmdq_state_running(session->queue) != FLEXIO_STATUS_SUCCESS)
    return fail("cannot start the command queue");
  do
    is_empty = flexio_cmdq_is_empty(session->queue);
  while (is_empty == 0);
  return is_empty == 1 || fail("a task failed");
}

static bool is_right(const int64_t *left, const int64_t *right,
                     const int64_t *result) {
  for (int cell = 0; cell < MATRIX_CELLS; cell++) {
    int64_t sum = 0;

    for (int i = 0; i < MATRIX_SIZE; i++)
      sum += left[cell / MATRIX_SIZE * MATRIX_SIZE + i] *
             right[i * MATRIX_SIZE + cell % MATRIX_SIZE];
    if (result[cell] != sum)
      return fail("the result is wrong");
  }
  return true;
}

static void print(const int64_t *matrix) {
  for (int i = 0; i < MATRIX_CELLS; i++)
    printf("%5" PRId64 "%s", matrix[i],
           i % MATRIX_SIZE == MATRIX_SIZE - 1 ? "\n" : " ");
}

static bool run(struct session *session) {
  int64_t left[MATRIX_CELLS];
  int64_t right[MATRIX_CELLS];

  fill(left, right);
  if (!copy_in(session, left, right) || !multiply(session))
    return false;
  printf("Result:\n");
  print(session->result);
  return is_right(left, right, session->result);
}

/* Also after a start that failed half-way. */
static bool stop(struct session *session) {
  struct flexio_process *process = session->process;
  bool is_fine = flexio_cmdq_destroy(session->queue) == FLEXIO_STATUS_SUCCESS;

  if (process) {
    is_fine &=
        flexio_buf_dev_free(process, session->jobs) == FLEXIO_STATUS_SUCCESS;
    is_fine &= flexio_buf_dev_free(process, session->matrices[1]) ==
               FLEXIO_STATUS_SUCCESS;
    is_fine &= flexio_buf_dev_free(process, session->matrices[0]) ==
               FLEXIO_STATUS_SUCCESS;
  }
  if (session->window)
    is_fine &= flexio_window_destroy(session->window) == FLEXIO_STATUS_SUCCESS;
  if (session->result_region)
    is_fine &= ibv_dereg_mr(session->result_region) == 0;
  free(session->result);
  is_fine &= flexio_process_destroy(process) == FLEXIO_STATUS_SUCCESS;
  if (session->device)
    is_fine &= ibv_close_device(session->device) == 0;
  return is_fine;
}

int main(int argc, char **argv) {
  struct session session = {0};
  bool is_fine;

  if (argc != 2) {
    fprintf(stderr,
            "multithread: error: wrong number of arguments (expected 1, got "
            "%d)\nusage: multithread DEVICE      e.g. multithread mlx5_0\n",
            argc > 0 ? argc - 1 : 0);
    return EXIT_FAILURE;
  }
  printf("Welcome to 'Flex IO multithread' sample\n");
  is_fine = flexio_version_set(FLEXIO_VER_USED) == FLEXIO_STATUS_SUCCESS &&
            start(&session, argv[1]) && run(&session);
  is_fine &= stop(&session);
  if (!is_fine)
    return EXIT_FAILURE;
  printf("Flex IO multithread sample is done\n");
  return EXIT_SUCCESS;
}
