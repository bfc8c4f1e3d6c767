/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs the function named by its argument, which ends its process; checks what the host sees of the
 * end, and that another process is not affected. Prints the status, and "done" at the end. */
#include "host.h"

#include <sys/epoll.h>
#include <sys/select.h>
#include <unistd.h>

flexio_func_t add, read_null, read_misaligned, write_misaligned, write_text,
    illegal_instruction, privileged_instruction, jump_to_data, overflow_stack,
    loop_for_ever, report_error;

static const struct {
  const char *name;
  flexio_func_t *function;
} functions[] = {
    {"read_null", read_null},
    {"read_misaligned", read_misaligned},
    {"write_misaligned", write_misaligned},
    {"write_text", write_text},
    {"illegal_instruction", illegal_instruction},
    {"privileged_instruction", privileged_instruction},
    {"jump_to_data", jump_to_data},
    {"overflow_stack", overflow_stack},
    {"loop_for_ever", loop_for_ever},
    {"report_error", report_error},
};

static flexio_func_t *find(const char *name) {
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (strcmp(functions[i].name, name) == 0)
      return functions[i].function;
  EXPECT(!"a function of that name");
  return NULL;
}

static bool select_says_readable(int fd) {
  fd_set set;
  struct timeval now = {0, 0};

  FD_ZERO(&set);
  FD_SET(fd, &set);
  return select(fd + 1, &set, NULL, NULL, &now) == 1;
}

static uint64_t sum_of(struct flexio_process *process) {
  uint64_t sum = 0;

  EXPECT_SUCCESS(
      flexio_process_call(process, add, &sum, UINT64_C(1), UINT64_C(2)));
  return sum;
}

int main(int argc, char **argv) {
  EXPECT(argc == 2);
  struct ibv_context *context = open_device();
  struct flexio_process *victim = create_process(context);
  struct flexio_process *witness = create_process(context);
  int fd = flexio_err_handler_fd(victim);
  int watcher = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = victim};
  struct epoll_event other = {.events = EPOLLIN, .data.ptr = witness};
  struct epoll_event got[2];
  uint64_t result = 77;

  EXPECT(fd >= 0 && watcher >= 0);
  EXPECT(epoll_ctl(watcher, EPOLL_CTL_ADD, fd, &event) == 0);
  EXPECT(epoll_ctl(watcher, EPOLL_CTL_ADD, flexio_err_handler_fd(witness),
                   &other) == 0);
  EXPECT(sum_of(victim) == 3 && flexio_err_status_get(victim) == 0);
  EXPECT(!is_readable(fd) && !select_says_readable(fd) &&
         epoll_wait(watcher, got, 2, 0) == 0);

  EXPECT(flexio_process_call(victim, find(argv[1]), &result) ==
         FLEXIO_STATUS_FATAL_ERR);
  EXPECT(result == 77);
  EXPECT(is_readable(fd) && select_says_readable(fd));
  EXPECT(epoll_wait(watcher, got, 2, 0) == 1 && got[0].data.ptr == victim);
  fprintf(stderr, "status %d\n", flexio_err_status_get(victim));
  EXPECT(flexio_process_call(victim, add, &result, UINT64_C(1), UINT64_C(2)) ==
         FLEXIO_STATUS_FATAL_ERR);

  EXPECT(flexio_err_status_get(witness) == 0 &&
         !is_readable(flexio_err_handler_fd(witness)));
  EXPECT(sum_of(witness) == 3);
  struct flexio_process *next = create_process(context);
  EXPECT(sum_of(next) == 3 && flexio_err_status_get(next) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(victim));
  EXPECT_SUCCESS(flexio_process_destroy(witness));
  EXPECT_SUCCESS(flexio_process_destroy(next));
  EXPECT(close(watcher) == 0 && ibv_close_device(context) == 0);
  fprintf(stderr, "done\n");
  return 0;
}
