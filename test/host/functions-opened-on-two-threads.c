// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two threads open functions of one card. In a replay the thread that comes first waits until the other one has opened its function,
// as recorded.
// PROVES: R-PORT-03 R-GEN-08
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// DEFINE: %{run} = dpa-run --config=three.toml --port=mlx5_0=up --port=mlx5_1=vport:mlx5_0/1 --port=mlx5_2=vport:mlx5_0/9
// RUN: cd %t && %{run} --seed=7 --record=run.rec -- ./host 1 2>&1 | FileCheck host.c --match-full-lines
// RUN: cd %t && %{run} --replay=run.rec -- ./host 2 2>&1 | FileCheck host.c --match-full-lines --implicit-check-not={{.}}

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

__dpa_rpc__ uint64_t sum(uint64_t count) {
  uint64_t result = 0;

  for (uint64_t i = 1; i <= count; i++)
    result += i;
  return result;
}

//--- host.c
#define _GNU_SOURCE /* gettid */
#include "host.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

flexio_func_t sum;

struct function {
  struct ibv_device *device;
  struct ibv_context *context;
  atomic_int thread; /* its id in the kernel */
};

static void *open_function(void *argument) {
  struct function *function = argument;

  atomic_store(&function->thread, gettid());
  function->context = ibv_open_device(function->device);
  EXPECT(function->context);
  return NULL;
}

static bool is_asleep(int thread) {
  char name[64], state = 0;
  FILE *file;

  snprintf(name, sizeof name, "/proc/self/task/%d/stat", thread);
  file = fopen(name, "r");
  if (!file)
    return true; /* it has ended */
  EXPECT(fscanf(file, "%*d (%*[^)]) %c", &state) == 1);
  fclose(file);
  return state == 'S';
}

/* Calls the function of the device in a process of its own. */
static void use(struct function *function) {
  struct flexio_process *process = create_process(function->context);
  uint64_t result;

  EXPECT_SUCCESS(flexio_process_call(process, sum, &result, (uint64_t)1000));
  printf("%s: %d\n", ibv_get_device_name(function->device), (int)result);
  EXPECT_SUCCESS(flexio_process_destroy(process));
}

/* Argument 1: the second function is opened, then the first one. 2: another thread opens the first
 * one at the same time, and has begun before. */
int main(int count, char **arguments) {
  struct ibv_device **list = ibv_get_device_list(NULL);
  struct ibv_context *card = ibv_open_device(list[0]);
  struct function first = {.device = list[1]}, second = {.device = list[2]};
  pthread_t thread;

  EXPECT(count == 2 && card);
  if (arguments[1][0] == '1')
    open_function(&second);
  EXPECT(pthread_create(&thread, NULL, open_function, &first) == 0);
  if (arguments[1][0] == '2') {
    while (!atomic_load(&first.thread) ||
           !is_asleep(atomic_load(&first.thread)))
      sched_yield();
    open_function(&second);
  }
  EXPECT(pthread_join(thread, NULL) == 0);
  use(&first);
  use(&second);
  // CHECK: mlx5_1: 500500
  // CHECK-NEXT: mlx5_2: 500500
  EXPECT(ibv_close_device(first.context) == 0);
  EXPECT(ibv_close_device(second.context) == 0);
  EXPECT(ibv_close_device(card) == 0);
  puts("done");
  // CHECK-NEXT: done
  return 0;
}

// clang-format off
//--- three.toml
[[device]]
name = "mlx5_0"

[[device]]
name = "mlx5_1"

[[device]]
name = "mlx5_2"
