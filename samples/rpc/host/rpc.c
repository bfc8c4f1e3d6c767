/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Host side of the RPC sample: opens a device by name, starts a DPA process on
 * it, opens its default message stream, calls the device function `calculate`
 * with two numbers and prints the result.
 *
 * usage: rpc DEVICE NUMBER NUMBER      e.g. dpa-run -- rpc mlx5_0 44 55
 */
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <infiniband/verbs.h>
#include <libflexio/flexio.h>

/* Made by dpacc: the device program, and the stub that names its function. */
extern struct flexio_app *rpc_app;
flexio_func_t calculate;

struct arguments {
  const char *device;
  uint64_t first;
  uint64_t second;
};

struct session {
  struct ibv_context *device;
  struct flexio_process *process;
  struct flexio_msg_stream *stream;
};

/* Digits only, and not more than 64 bits hold: strtoull() alone would also take
 * blanks, signs and too large numbers. */
static bool parse_number(const char *text, uint64_t *number) {
  char *end;

  if (*text < '0' || *text > '9') {
    fprintf(stderr,
            "rpc: error: '%s' is not a number (expected decimal digits)\n",
            text);
    return false;
  }
  errno = 0;
  *number = strtoull(text, &end, 10);
  if (*end != '\0') {
    fprintf(stderr,
            "rpc: error: '%s' is not a number (expected decimal digits)\n",
            text);
    return false;
  }
  if (errno == ERANGE) {
    fprintf(stderr,
            "rpc: error: '%s' is too large (expected at most %" PRIu64 ")\n",
            text, UINT64_MAX);
    return false;
  }
  return true;
}

static bool parse_arguments(int argc, char **argv,
                            struct arguments *arguments) {
  if (argc != 4) {
    fprintf(stderr,
            "rpc: error: wrong number of arguments (expected 3, got %d)\n",
            argc > 0 ? argc - 1 : 0);
    fprintf(stderr,
            "usage: rpc DEVICE NUMBER NUMBER      e.g. rpc mlx5_0 44 55\n");
    return false;
  }
  arguments->device = argv[1];
  if (!parse_number(argv[2], &arguments->first) ||
      !parse_number(argv[3], &arguments->second))
    return false;
  if (arguments->first > UINT64_MAX - arguments->second) {
    fprintf(stderr,
            "rpc: error: the sum of %s and %s does not fit into 64 bits\n",
            argv[2], argv[3]);
    return false;
  }
  return true;
}

static void print_known_devices(struct ibv_device **list, int count) {
  if (count == 0) {
    fprintf(stderr, "rpc: note: there are no devices; start the program "
                    "with dpa-run\n");
    return;
  }
  fprintf(stderr, "rpc: note: there is");
  for (int i = 0; i < count; i++)
    fprintf(stderr, "%s '%s'", i ? "," : "", ibv_get_device_name(list[i]));
  fprintf(stderr, "\n");
}

static struct ibv_context *open_device(const char *name) {
  struct ibv_context *context = NULL;
  struct ibv_device *found = NULL;
  int count = 0;
  struct ibv_device **list = ibv_get_device_list(&count);

  if (!list)
    count = 0;
  for (int i = 0; i < count; i++)
    if (strcmp(ibv_get_device_name(list[i]), name) == 0)
      found = list[i];
  if (!found) {
    fprintf(stderr, "rpc: error: no device '%s'\n", name);
    print_known_devices(list, count);
  } else {
    context = ibv_open_device(found);
    if (!context)
      fprintf(stderr, "rpc: error: cannot open device '%s'\n", name);
  }
  if (list)
    ibv_free_device_list(list);
  return context;
}

static bool start(struct session *session, const char *device_name) {
  flexio_msg_stream_attr_t stream_attributes = {
      .data_bsize = 4096,
      .sync_mode = FLEXIO_LOG_DEV_SYNC_MODE_SYNC,
      .level = FLEXIO_MSG_DEV_INFO,
      .stream_name = "default stream",
  };

  session->device = open_device(device_name);
  if (!session->device)
    return false;
  printf("Registered on device %s\n", device_name);
  if (flexio_process_create(session->device, rpc_app, NULL,
                            &session->process) != FLEXIO_STATUS_SUCCESS) {
    fprintf(stderr, "rpc: error: cannot create a process on '%s'\n",
            device_name);
    return false;
  }
  if (flexio_msg_stream_create(session->process, &stream_attributes, stdout,
                               NULL,
                               &session->stream) != FLEXIO_STATUS_SUCCESS) {
    fprintf(stderr, "rpc: error: cannot create a message stream\n");
    return false;
  }
  return true;
}

static bool call(struct session *session, const struct arguments *arguments) {
  uint64_t result;

  if (flexio_process_call(session->process, calculate, &result,
                          arguments->first,
                          arguments->second) != FLEXIO_STATUS_SUCCESS) {
    fprintf(stderr, "rpc: error: the call failed (process status %d)\n",
            flexio_err_status_get(session->process));
    return false;
  }
  printf("Result: %" PRIu64 "\n", result);
  return true;
}

/* Also after a start that failed half-way. */
static bool stop(struct session *session) {
  bool is_fine =
      flexio_msg_stream_destroy(session->stream) == FLEXIO_STATUS_SUCCESS;

  is_fine &= flexio_process_destroy(session->process) == FLEXIO_STATUS_SUCCESS;
  if (session->device)
    is_fine &= ibv_close_device(session->device) == 0;
  return is_fine;
}

int main(int argc, char **argv) {
  struct arguments arguments;
  struct session session = {0};
  bool is_fine;

  if (!parse_arguments(argc, argv, &arguments))
    return EXIT_FAILURE;
  printf("Welcome to 'Flex IO RPC' sample\n");
  is_fine = flexio_version_set(FLEXIO_VER_USED) == FLEXIO_STATUS_SUCCESS &&
            start(&session, arguments.device) && call(&session, &arguments);
  is_fine &= stop(&session);
  if (!is_fine)
    return EXIT_FAILURE;
  printf("Flex IO RPC sample is done\n");
  return EXIT_SUCCESS;
}
