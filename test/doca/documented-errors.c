// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Errors that the headers document and the tables wrong-*.c do not have: NULL results, arguments that are not supported, states of maps,
// arrays, inventories, queue memory and parsers.
// PROVES: R-DPAH-01
// RUN: rm -rf %t && split-file %s %t
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -ldpa -devicecc-options="-Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: %hostcc_doca -I%S/Inputs %t/host.c %t/app.a -ldoca_flow -ldoca_verbs %doca_libs -o %t/host
// RUN: dpa-run -- %t/host 2> %t/log | FileCheck %s
// CHECK: {{^}}0 failures

//--- device.c
#include <doca_dpa_dev.h>
__dpa_rpc__ uint64_t unused(void) { return 0; }

//--- host.c
#include "verbs-program.h"
#include <doca_argp.h>
#include <doca_buf.h>
#include <doca_buf_array.h>
#include <doca_buf_inventory.h>
#include <doca_clock.h>
#include <doca_ctx.h>
#include <doca_flow.h>
#include <doca_pe.h>
#include <doca_rdma.h>
#include <doca_sync_event.h>
#include <doca_uar.h>
#include <doca_umem.h>

#define WRONG(call) GIVES(DOCA_ERROR_BAD_STATE, call)
#define REFUSED(call) GIVES(DOCA_ERROR_NOT_PERMITTED, call)
#define UNSUPPORTED(call) GIVES(DOCA_ERROR_NOT_SUPPORTED, call)
#define USED(call) GIVES(DOCA_ERROR_IN_USE, call)
#define UNINITIALIZED(call) GIVES(DOCA_ERROR_INITIALIZATION, call)

extern struct doca_dpa_app *test_app;

static uint8_t memory[4096] __attribute__((aligned(64)));

static doca_error_t callback(void *value, void *config) {
  (void)value;
  (void)config;
  return DOCA_SUCCESS;
}

static void parsers(void) {
  struct doca_argp_param *param;
  int level;
  INVALID(doca_argp_param_create(NULL));
  OK(doca_argp_param_create(&param));
  doca_argp_param_set_long_name(param, "name");
  doca_argp_param_set_type(param, DOCA_ARGP_TYPE_STRING);
  doca_argp_param_set_callback(param, callback);
  UNINITIALIZED(doca_argp_register_param(param));
  UNINITIALIZED(doca_argp_register_version_callback(callback));
  UNINITIALIZED(
      doca_argp_register_validation_callback((doca_argp_validation_cb_t)NULL));
  UNINITIALIZED(doca_argp_get_log_level(&level));
  UNINITIALIZED(doca_argp_get_sdk_log_level(&level));
  OK(doca_argp_init("program", NULL));
  INVALID(doca_argp_register_version_callback(NULL));
  INVALID(doca_argp_register_validation_callback(NULL));
  INVALID(doca_argp_get_log_level(NULL));
  INVALID(doca_argp_get_sdk_log_level(NULL));
  OK(doca_argp_param_destroy(param));
  OK(doca_argp_destroy());
}

static void null_results(void) {
  char text[64];
  INVALID(doca_buf_arr_create(1, NULL));
  INVALID(doca_buf_inventory_create(1, NULL));
  INVALID(doca_mmap_create(NULL));
  INVALID(doca_pe_create(NULL));
  INVALID(doca_rdma_create(dev, NULL));
  INVALID(doca_sync_event_create(NULL));
  INVALID(doca_umem_dpa_create(dpa, 64, 64, 0, NULL));
  INVALID(doca_uar_dpa_create(dpa, NULL));
  INVALID(doca_flow_cfg_create(NULL));
  INVALID(doca_flow_port_cfg_create(NULL));
  INVALID(doca_verbs_qp_init_attr_create(NULL));
  INVALID(doca_verbs_qp_attr_create(NULL));
  INVALID(doca_verbs_srq_init_attr_create(NULL));
  INVALID(doca_verbs_eth_sq_init_attr_create(NULL));
  INVALID(doca_verbs_eth_rq_init_attr_create(NULL));
  INVALID(doca_verbs_pd_create(context, NULL));
  INVALID(doca_verbs_ah_attr_create(context, NULL));
  INVALID(doca_log_backend_create_with_file(stderr, NULL));
  INVALID(doca_log_backend_create_with_file_sdk(stderr, NULL));
  INVALID(doca_log_backend_create_with_fd(2, NULL));
  INVALID(doca_log_backend_create_with_fd_sdk(2, NULL));
  INVALID(doca_log_backend_create_with_buf(text, sizeof text, NULL, NULL));
  INVALID(doca_log_backend_create_with_buf_sdk(text, sizeof text, NULL, NULL));
  INVALID(doca_log_backend_create_with_buffer(text, sizeof text, NULL, NULL));
  INVALID(
      doca_log_backend_create_with_buffer_sdk(text, sizeof text, NULL, NULL));
  INVALID(doca_log_backend_create_with_syslog("test", NULL));
  INVALID(doca_log_backend_create_with_syslog_sdk("test", NULL));
  INVALID(doca_log_register_source("test", NULL));
  INVALID(doca_log_level_set_global_lower_limit(3));
  INVALID(doca_log_level_set_global_sdk_limit(3));
}

static void devices(void) {
  struct doca_devinfo **list;
  struct doca_devinfo_rep **representors;
  uint32_t count;
  OK(doca_devinfo_create_list(&list, &count));
  UNSUPPORTED(doca_devinfo_get_sf_index(list[0], &count));
  OK(doca_clock_cap_nic_free_running_is_supported(list[0]));
  UNSUPPORTED(doca_clock_cap_nic_real_time_is_supported(list[0]));
  UNSUPPORTED(doca_devinfo_rep_create_list(dev, DOCA_DEVINFO_REP_FILTER_ALL,
                                           &representors, &count));
  OK(doca_devinfo_destroy_list(list));
}

static void contexts(void) {
  struct doca_dpa *stopped;
  struct doca_sync_event *event;
  struct doca_umem *umem;
  struct doca_uar *uar;
  OK(doca_dpa_create(dev, &stopped));
  GIVES(DOCA_ERROR_OPERATING_SYSTEM,
        doca_dpa_trace_file_set_path(stopped, "/no/folder/file"));
  WRONG(doca_umem_dpa_create(stopped, 64, 64, 0, &umem));
  WRONG(doca_uar_dpa_create(stopped, &uar));
  OK(doca_dpa_destroy(stopped));
  OK(doca_sync_event_create(&event));
  UNSUPPORTED(doca_ctx_set_datapath_on_dpa(doca_sync_event_as_ctx(event), dpa));
  OK(doca_sync_event_destroy(event));
}

static struct doca_dev *open_again(void) {
  struct doca_devinfo **list;
  struct doca_dev *opened;
  uint32_t count;
  OK(doca_devinfo_create_list(&list, &count));
  OK(doca_dev_open(list[0], &opened));
  OK(doca_devinfo_destroy_list(list));
  return opened;
}

static struct doca_mmap *map_memory(struct doca_dev *of) {
  struct doca_mmap *map;
  OK(doca_mmap_create(&map));
  OK(doca_mmap_add_dev(map, of));
  OK(doca_mmap_set_memrange(map, memory, sizeof memory));
  OK(doca_mmap_set_permissions(map, DOCA_ACCESS_FLAG_LOCAL_READ_WRITE));
  return map;
}

// A map without the device of the DPA.
static void maps_and_arrays(void) {
  struct doca_dev *other = open_again();
  struct doca_mmap *map = map_memory(other);
  struct doca_buf_arr *array;
  const void *bytes;
  size_t size;
  union doca_data data = {.u64 = 1};
  OK(doca_buf_arr_create(4, &array));
  WRONG(doca_buf_arr_stop(array));
  OK(doca_buf_arr_set_params(array, map, 64, 0));
  OK(doca_buf_arr_set_target_dpa(array, dpa));
  REFUSED(doca_buf_arr_start(array)); // the map is not started
  OK(doca_mmap_set_max_num_devices(map, 1));
  INVALID(doca_mmap_set_max_num_devices(map, 0));
  OK(doca_mmap_start(map));
  WRONG(doca_mmap_set_user_data(map, data));
  WRONG(doca_mmap_enable_thread_safety(map));
  GIVES(DOCA_ERROR_NOT_FOUND, doca_mmap_export_rdma(map, dev, &bytes, &size));
  GIVES(DOCA_ERROR_NOT_FOUND, doca_mmap_export_pci(map, dev, &bytes, &size));
  GIVES(DOCA_ERROR_NOT_FOUND, doca_buf_arr_start(array));
  OK(doca_buf_arr_destroy(array));
  OK(doca_mmap_destroy(map));
  OK(doca_dev_close(other));
}

static void device_maps(void) {
  struct doca_mmap *map;
  const void *bytes;
  size_t size;
  uint64_t address;
  uint32_t key;
  map = device_memory(64, &address, &key);
  UNSUPPORTED(doca_mmap_export_pci(map, dev, &bytes, &size));
  OK(doca_mmap_destroy(map));
  OK(doca_dpa_mem_free(dpa, address));
}

static void inventories(void) {
  struct doca_buf_inventory *inventory;
  struct doca_buf *buf, *more;
  struct doca_mmap *map = map_memory(dev);
  OK(doca_buf_inventory_create(1, &inventory));
  WRONG(doca_buf_inventory_stop(inventory));
  OK(doca_mmap_start(map));
#define GET(result)                                                            \
  doca_buf_inventory_buf_get_by_args(inventory, map, memory, 64, memory, 0,    \
                                     result)
  REFUSED(GET(&buf));
  OK(doca_buf_inventory_start(inventory));
  OK(GET(&buf));
  GIVES(DOCA_ERROR_NO_MEMORY, GET(&more));
  OK(doca_buf_dec_refcount(buf, NULL));
  OK(doca_mmap_stop(map));
  REFUSED(GET(&buf));
  OK(doca_buf_inventory_destroy(inventory));
  OK(doca_mmap_destroy(map));
}

static void rdma(void) {
  struct doca_rdma *rdma;
  OK(doca_rdma_create(dev, &rdma));
  UNSUPPORTED(doca_rdma_set_transport_type(rdma, DOCA_RDMA_TRANSPORT_TYPE_DC));
  UNSUPPORTED(doca_rdma_set_mtu(rdma, DOCA_MTU_SIZE_RAW_ETHERNET));
  UNSUPPORTED(doca_rdma_task_receive_set_dst_buf_list_len(rdma, 2));
  OK(doca_rdma_destroy(rdma));
}

static void attributes_of_ethernet(void) {
  struct doca_verbs_eth_sq_init_attr *attr;
  struct doca_verbs_eth_sq *queue;
  OK(doca_verbs_eth_sq_init_attr_create(&attr));
  UNSUPPORTED(doca_verbs_eth_sq_init_attr_set_max_sges(attr, 62));
  UNSUPPORTED(doca_verbs_eth_sq_init_attr_set_cq(attr, NULL));
  UNSUPPORTED(doca_verbs_eth_sq_init_attr_set_ts_source_type(
      attr, DOCA_VERBS_TS_SOURCE_REAL_TIME));
  UNSUPPORTED(doca_verbs_eth_sq_init_attr_set_sig_all(attr, 1));
  UNSUPPORTED(doca_verbs_eth_sq_init_attr_set_max_inline_data(attr, 8));
  UNSUPPORTED(doca_verbs_eth_sq_init_attr_set_flush_in_error_en(attr, 0));
  UNSUPPORTED(doca_verbs_eth_sq_init_attr_set_plane_index(attr, 1));
  OK(doca_verbs_eth_sq_init_attr_set_pd(attr, pd));
  INVALID(doca_verbs_eth_sq_create(context, attr, &queue));
  OK(doca_verbs_eth_sq_init_attr_destroy(attr));
}

// Queues whose completion context, or DPA, is not started.
static void queues(void) {
  struct doca_dpa *stopped;
  struct doca_dpa_completion *completion;
  struct doca_verbs_eth_sq_init_attr *send;
  struct doca_verbs_eth_rq_init_attr *receive;
  struct doca_verbs_srq_init_attr *shared;
  struct doca_verbs_eth_sq *sq;
  struct doca_verbs_eth_rq *rq;
  struct doca_verbs_srq *srq;
  OK(doca_dpa_create(dev, &stopped));
  OK(doca_dpa_completion_create(dpa, 4, &completion));
  OK(doca_verbs_eth_sq_init_attr_create(&send));
  OK(doca_verbs_eth_sq_init_attr_set_pd(send, pd));
  OK(doca_verbs_eth_sq_init_attr_set_dpa_completion(send, completion));
  OK(doca_verbs_eth_sq_init_attr_set_dpa(send, dpa));
  UNSUPPORTED(doca_verbs_eth_sq_create(context, send, &sq));
  OK(doca_verbs_eth_sq_init_attr_set_external_datapath_en(send, 1));
  WRONG(doca_verbs_eth_sq_create(context, send, &sq));
  OK(doca_verbs_eth_sq_init_attr_destroy(send));
  OK(doca_verbs_eth_rq_init_attr_create(&receive));
  OK(doca_verbs_eth_rq_init_attr_set_pd(receive, pd));
  OK(doca_verbs_eth_rq_init_attr_set_dpa_completion(receive, completion));
  OK(doca_verbs_eth_rq_init_attr_set_dpa(receive, dpa));
  OK(doca_verbs_eth_rq_init_attr_set_external_datapath_en(receive, 1));
  WRONG(doca_verbs_eth_rq_create(context, receive, &rq));
  OK(doca_verbs_eth_rq_init_attr_destroy(receive));
  OK(doca_verbs_srq_init_attr_create(&shared));
  OK(doca_verbs_srq_init_attr_set_pd(shared, pd));
  OK(doca_verbs_srq_init_attr_set_dpa(shared, stopped));
  WRONG(doca_verbs_srq_create(context, shared, &srq));
  OK(doca_verbs_srq_init_attr_destroy(shared));
  OK(doca_dpa_completion_destroy(completion));
  OK(doca_dpa_destroy(stopped));
}

// Memory of the program is used until the queue is destroyed; rings must be aligned.
static void queue_memory(void) {
  enum { RING = 4096, RECORD = 64 };
  struct doca_dpa_completion *completion;
  struct doca_verbs_eth_rq_init_attr *attr;
  struct doca_verbs_eth_rq *queue;
  struct doca_umem *umem;
  struct doca_uar *uar;
  uint64_t rings, handle;
  completion = start_completion(4, &handle);
  OK(doca_dpa_mem_alloc(dpa, RING + RECORD, &rings));
  OK(doca_dpa_memset(dpa, rings, 0, RING + RECORD));
  OK(doca_umem_dpa_create(dpa, rings, RING + RECORD, 1, &umem));
  OK(doca_uar_dpa_create(dpa, &uar));
  OK(doca_verbs_eth_rq_init_attr_create(&attr));
  OK(doca_verbs_eth_rq_init_attr_set_pd(attr, pd));
  OK(doca_verbs_eth_rq_init_attr_set_wr_num(attr, 4));
  OK(doca_verbs_eth_rq_init_attr_set_dpa_completion(attr, completion));
  OK(doca_verbs_eth_rq_init_attr_set_external_datapath_en(attr, 1));
  OK(doca_verbs_eth_rq_init_attr_set_external_umem(attr, umem, 8));
  OK(doca_verbs_eth_rq_init_attr_set_external_dbr_umem(attr, umem, RING));
  OK(doca_verbs_eth_rq_init_attr_set_external_uar(attr, uar));
  GIVES(DOCA_ERROR_DRIVER, doca_verbs_eth_rq_create(context, attr, &queue));
  OK(doca_verbs_eth_rq_init_attr_set_external_umem(attr, umem, 0));
  OK(doca_verbs_eth_rq_create(context, attr, &queue));
  OK(doca_verbs_eth_rq_init_attr_destroy(attr));
  USED(doca_umem_destroy(umem));
  USED(doca_uar_destroy(uar));
  USED(doca_dpa_completion_destroy(completion));
  USED(doca_verbs_pd_destroy(pd));
  OK(doca_verbs_eth_rq_destroy(queue));
  OK(doca_umem_destroy(umem));
  OK(doca_uar_destroy(uar));
  OK(doca_dpa_completion_destroy(completion));
  OK(doca_dpa_mem_free(dpa, rings));
}

// An imported event uses the exported one.
static void imported(void) {
  struct doca_sync_event *event, *other;
  const uint8_t *description;
  size_t size;
  OK(doca_sync_event_create(&event));
  OK(doca_sync_event_add_publisher_location_remote_pci(event));
  OK(doca_sync_event_add_subscriber_location_cpu(event, dev));
  OK(doca_sync_event_start(event));
  OK(doca_sync_event_export_to_remote_pci(event, dev, &description, &size));
  OK(doca_sync_event_create_from_export(dev, description, size, &other));
  USED(doca_ctx_stop(doca_sync_event_as_ctx(event)));
  USED(doca_sync_event_destroy(event));
  OK(doca_sync_event_destroy(other));
  OK(doca_sync_event_destroy(event));
}

int main(void) {
  parsers();
  open_verbs(test_app);
  null_results();
  devices();
  contexts();
  maps_and_arrays();
  device_maps();
  inventories();
  rdma();
  attributes_of_ethernet();
  queues();
  queue_memory();
  imported();
  close_verbs();
  return result();
}
