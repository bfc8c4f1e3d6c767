// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pipe that another pipe, or an entry that waits, forwards to is not destroyed; a port that stops, and the library that ends, destroy pipes
// that lead to each other. Pipes of other ports are rejected. Pipes that are destroyed make room for others.
// RUN: %hostcc_doca -I%S/Inputs %s -ldoca_flow %doca_libs -o %t
// RUN: dpa-run --config=%S/../host/Inputs/two-devices.toml -- %t | FileCheck %s
#include "check.h"
#include <doca_dev.h>
#include <doca_flow.h>

static struct doca_flow_port *ports[2];
static const struct doca_flow_fwd drop = {.type = DOCA_FLOW_FWD_DROP};
static struct doca_flow_match any;

static struct doca_flow_fwd to_pipe(struct doca_flow_pipe *pipe) {
  return (struct doca_flow_fwd){.type = DOCA_FLOW_FWD_PIPE, .next_pipe = pipe};
}

static doca_error_t try_pipe(struct doca_flow_port *port, bool is_root,
                             const struct doca_flow_fwd *fwd,
                             const struct doca_flow_fwd *miss,
                             struct doca_flow_pipe **pipe) {
  struct doca_flow_pipe_cfg *cfg;
  OK(doca_flow_pipe_cfg_create(&cfg, port));
  OK(doca_flow_pipe_cfg_set_is_root(cfg, is_root));
  OK(doca_flow_pipe_cfg_set_match(cfg, &any, NULL));
  doca_error_t status = doca_flow_pipe_create(cfg, fwd, miss, pipe);
  OK(doca_flow_pipe_cfg_destroy(cfg));
  return status;
}

static struct doca_flow_pipe *create_pipe(bool is_root,
                                          const struct doca_flow_fwd *fwd) {
  struct doca_flow_pipe *pipe;
  OK(try_pipe(ports[0], is_root, fwd, NULL, &pipe));
  return pipe;
}

static doca_error_t add(struct doca_flow_pipe *pipe,
                        const struct doca_flow_fwd *fwd, uint32_t flags) {
  struct doca_flow_pipe_entry *entry;
  return doca_flow_pipe_basic_add_entry(0, pipe, &any, 0, NULL, NULL, fwd,
                                        flags, NULL, &entry);
}

static void check_targets(void) {
  struct doca_flow_pipe *root = create_pipe(true, &drop);
  struct doca_flow_pipe *target = create_pipe(false, &drop);
  struct doca_flow_fwd fwd = to_pipe(target);
  struct doca_flow_pipe *source = create_pipe(false, &fwd);
  doca_flow_pipe_destroy(target); /* is used */
  OK(add(source, NULL, DOCA_FLOW_NO_WAIT));
  OK(add(target, NULL, DOCA_FLOW_NO_WAIT));

  struct doca_flow_pipe *later = create_pipe(false, &drop);
  fwd = to_pipe(later);
  OK(add(root, &fwd, DOCA_FLOW_WAIT_FOR_BATCH));
  doca_flow_pipe_destroy(later); /* an entry waits for it */
  OK(doca_flow_entries_process(ports[0], 0, 0, 0));
  OK(add(later, NULL, DOCA_FLOW_NO_WAIT));
}

static void check_other_port(void) {
  struct doca_flow_pipe *pipe, *root, *own = create_pipe(false, &drop);
  struct doca_flow_fwd fwd = to_pipe(own);
  INVALID(try_pipe(ports[1], true, &fwd, NULL, &pipe));
  INVALID(try_pipe(ports[1], true, NULL, &fwd, &pipe));
  OK(try_pipe(ports[1], true, NULL, NULL, &root));
  INVALID(add(root, &fwd, DOCA_FLOW_NO_WAIT));
}

static void check_room(void) {
  struct doca_flow_pipe *pipes[60];
  int count = 0;
  for (int i = 0; i < 200; i++)
    doca_flow_pipe_destroy(create_pipe(false, &drop));
  while (count < 60 &&
         try_pipe(ports[0], false, &drop, NULL, &pipes[count]) == DOCA_SUCCESS)
    count++;
  HOLDS(count > 40);
  while (count > 0)
    doca_flow_pipe_destroy(pipes[--count]);
  doca_flow_pipe_destroy(create_pipe(false, &drop));
}

static void start_port(struct doca_devinfo *info, uint16_t id,
                       struct doca_dev **dev) {
  struct doca_flow_port_cfg *cfg;
  OK(doca_dev_open(info, dev));
  OK(doca_flow_port_cfg_create(&cfg));
  OK(doca_flow_port_cfg_set_port_id(cfg, id));
  OK(doca_flow_port_cfg_set_dev(cfg, *dev));
  OK(doca_flow_port_start(cfg, &ports[id]));
  OK(doca_flow_port_cfg_destroy(cfg));
}

int main(void) {
  struct doca_devinfo **list;
  struct doca_dev *devs[2];
  struct doca_flow_cfg *cfg;
  uint32_t count;
  OK(doca_flow_cfg_create(&cfg));
  OK(doca_flow_cfg_set_mode_args(cfg, "vnf"));
  OK(doca_flow_init(cfg));
  OK(doca_flow_cfg_destroy(cfg));
  OK(doca_devinfo_create_list(&list, &count));
  for (uint16_t i = 0; i < 2; i++)
    start_port(list[i], i, &devs[i]);
  OK(doca_devinfo_destroy_list(list));
  check_targets();
  check_other_port();
  check_room();
  OK(doca_flow_port_stop(ports[0]));
  doca_flow_destroy();
  for (int i = 0; i < 2; i++)
    OK(doca_dev_close(devs[i]));
  return result(); // CHECK: {{^}}0 failures
}
