// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every function that takes a handle rejects NULL, what is not an object, objects
// of another kind, and destroyed ones; nothing is changed. The table has every
// function that libdoca_common, libdoca_argp and libdoca_rdma export, but for those
// that take none.
// RUN: %hostcc_doca -I%S/Inputs %s %doca_libs -o %t && dpa-run -- %t | FileCheck %s
// RUN: sh %S/Inputs/functions-without-test.sh %s %sdk/lib/libdoca_common.so %sdk/lib/libdoca_argp.so %sdk/lib/libdoca_rdma.so | count 0
#include "device.h"
#include <doca_argp.h>
#include <doca_buf.h>
#include <doca_buf_array.h>
#include <doca_buf_inventory.h>
#include <doca_clock.h>
#include <doca_ctx.h>
#include <doca_log.h>
#include <doca_mmap.h>
#include <doca_pe.h>
#include <doca_rdma.h>
#include <doca_rdma_bridge.h>
#include <doca_sync_event.h>
#include <doca_uar.h>
#include <doca_umem.h>
#include <string.h>

/* The link names of DOCA 2.5. */
doca_error_t doca_buf_arr_create_v205(void *, void *);
doca_error_t doca_buf_arr_set_params_v205(void *, size_t, uint32_t, uint32_t);
doca_error_t doca_buf_arr_get_dpa_handle_v205(const void *, void *);
doca_error_t doca_rdma_create_v205(void *, void *);
doca_error_t doca_rdma_export_v205(const void *, void *, void *);
doca_error_t doca_rdma_connect_v205(void *, const void *, size_t);
doca_error_t doca_rdma_get_dpa_handle_v205(void *, void *);
doca_error_t doca_rdma_set_grh_enabled_v205(void *, bool);
doca_error_t doca_rdma_get_grh_enabled_v205(const void *, void *);

/* A function without result. */
#define IGNORED(call) call

static void table(void *h) {
  static char memory[4096];
  union doca_data data = {.u64 = 1};
  void *out = memory;
  INVALID(doca_rdma_bridge_get_dev_pd(h, out));
  INVALID(doca_argp_param_destroy(h));
  IGNORED(doca_argp_param_set_arguments(h, out));
  IGNORED(doca_argp_param_set_callback(h, NULL));
  IGNORED(doca_argp_param_set_cli_only(h));
  IGNORED(doca_argp_param_set_description(h, out));
  IGNORED(doca_argp_param_set_long_name(h, out));
  IGNORED(doca_argp_param_set_mandatory(h));
  IGNORED(doca_argp_param_set_multiplicity(h));
  IGNORED(doca_argp_param_set_short_name(h, out));
  IGNORED(doca_argp_param_set_type(h, 1));
  INVALID(doca_argp_register_param(h));
  INVALID(doca_buf_arr_destroy(h));
  INVALID(doca_buf_arr_get_dpa_handle(h, out));
  INVALID(doca_buf_arr_set_params(h, h, 1, 1));
  INVALID(doca_buf_arr_set_target_dpa(h, h));
  INVALID(doca_buf_arr_start(h));
  INVALID(doca_buf_arr_stop(h));
  INVALID(doca_buf_chain_list(h, h));
  INVALID(doca_buf_dec_refcount(h, out));
  INVALID(doca_buf_get_data(h, out));
  INVALID(doca_buf_get_data_len(h, out));
  INVALID(doca_buf_get_head(h, out));
  INVALID(doca_buf_get_last_in_list(h, out));
  INVALID(doca_buf_get_len(h, out));
  INVALID(doca_buf_get_list_len(h, out));
  INVALID(doca_buf_get_next_in_list(h, out));
  INVALID(doca_buf_get_refcount(h, out));
  INVALID(doca_buf_inc_refcount(h, out));
  INVALID(doca_buf_inventory_buf_dup(h, h, out));
  INVALID(doca_buf_inventory_destroy(h));
  INVALID(doca_buf_inventory_get_num_elements(h, out));
  INVALID(doca_buf_inventory_get_num_free_elements(h, out));
  INVALID(doca_buf_inventory_get_user_data(h, out));
  INVALID(doca_buf_inventory_set_user_data(h, data));
  INVALID(doca_buf_inventory_start(h));
  INVALID(doca_buf_inventory_stop(h));
  INVALID(doca_buf_reset_data_len(h));
  INVALID(doca_buf_set_data(h, out, 1));
  INVALID(doca_buf_unchain_list(h, h));
  INVALID(doca_clock_cap_nic_free_running_is_supported(h));
  INVALID(doca_clock_cap_nic_real_time_is_supported(h));
  INVALID(doca_ctx_get_num_inflight_tasks(h, out));
  INVALID(doca_ctx_get_state(h, out));
  INVALID(doca_ctx_get_user_data(h, out));
  INVALID(doca_ctx_set_datapath_on_dpa(h, h));
  INVALID(doca_ctx_set_state_changed_cb(h, NULL));
  INVALID(doca_ctx_set_user_data(h, data));
  INVALID(doca_ctx_start(h));
  INVALID(doca_ctx_stop(h));
  HOLDS(doca_dev_as_devinfo(h) == NULL);
  INVALID(doca_dev_close(h));
  INVALID(doca_dev_open(h, out));
  INVALID(doca_dev_rep_close(h));
  INVALID(doca_dev_rep_open(h, out));
  INVALID(doca_devinfo_get_ibdev_name(h, out, 1));
  INVALID(doca_devinfo_get_iface_name(h, out, 1));
  INVALID(doca_devinfo_get_ipv4_addr(h, out, 1));
  INVALID(doca_devinfo_get_ipv6_addr(h, out, 1));
  INVALID(doca_devinfo_get_mac_addr(h, out, 1));
  INVALID(doca_devinfo_get_pci_addr_str(h, out, 1));
  INVALID(doca_devinfo_get_pci_func_type(h, out));
  INVALID(doca_devinfo_get_sf_index(h, out));
  INVALID(doca_devinfo_is_equal_pci_addr(h, out, out));
  INVALID(doca_devinfo_rep_cap_is_filter_all_supported(h, out));
  INVALID(doca_devinfo_rep_cap_is_filter_emulated_supported(h, out));
  INVALID(doca_devinfo_rep_cap_is_filter_net_supported(h, out));
  INVALID(doca_devinfo_rep_create_list(h, 1, out, out));
  INVALID(doca_devinfo_rep_get_vuid(h, out, 1));
  INVALID(doca_devinfo_rep_is_equal_pci_addr(h, out, out));
  INVALID(doca_log_backend_set_level_lower_limit(h, 1));
  INVALID(doca_log_backend_set_level_upper_limit(h, 1));
  INVALID(doca_log_backend_set_sdk_level(h, 1));
  INVALID(doca_mmap_add_dev(h, h));
  INVALID(doca_mmap_destroy(h));
  INVALID(doca_mmap_dev_get_dpa_handle(h, h, out));
  INVALID(doca_mmap_enable_thread_safety(h));
  INVALID(doca_mmap_export_pci(h, h, out, out));
  INVALID(doca_mmap_export_rdma(h, h, out, out));
  INVALID(doca_mmap_get_max_num_devices(h, out));
  INVALID(doca_mmap_get_memrange(h, out, out));
  INVALID(doca_mmap_get_num_bufs(h, out));
  INVALID(doca_mmap_get_user_data(h, out));
  INVALID(doca_mmap_rm_dev(h, h));
  INVALID(doca_mmap_set_dmabuf_memrange(h, 1, out, 1, 1));
  INVALID(doca_mmap_set_dpa_memrange(h, h, 1, 1));
  INVALID(doca_mmap_set_free_cb(h, NULL, out));
  INVALID(doca_mmap_set_max_num_devices(h, 1));
  INVALID(doca_mmap_set_memrange(h, out, 1));
  INVALID(doca_mmap_set_permissions(h, 1));
  INVALID(doca_mmap_set_user_data(h, data));
  INVALID(doca_mmap_start(h));
  INVALID(doca_mmap_stop(h));
  INVALID(doca_pe_clear_notification(h, 1));
  INVALID(doca_pe_connect_ctx(h, h));
  INVALID(doca_pe_destroy(h));
  INVALID(doca_pe_get_notification_handle(h, out));
  INVALID(doca_pe_get_num_inflight_tasks(h, out));
  HOLDS(doca_pe_progress(h) == 0);
  INVALID(doca_pe_request_notification(h));
  INVALID(doca_pe_set_event_mode(h, 1));
  HOLDS(doca_rdma_as_ctx(h) == NULL);
  INVALID(doca_rdma_cap_task_atomic_cmp_swp_is_supported(h));
  INVALID(doca_rdma_cap_task_atomic_fetch_add_is_supported(h));
  INVALID(doca_rdma_cap_task_read_is_supported(h));
  INVALID(doca_rdma_cap_task_receive_is_supported(h));
  INVALID(doca_rdma_cap_task_send_imm_is_supported(h));
  INVALID(doca_rdma_cap_task_send_is_supported(h));
  INVALID(doca_rdma_cap_task_write_imm_is_supported(h));
  INVALID(doca_rdma_cap_task_write_is_supported(h));
  INVALID(doca_rdma_connect(h, out, 1, h));
  INVALID(doca_rdma_connection_get_id(h, out));
  INVALID(doca_rdma_create(h, out));
  INVALID(doca_rdma_destroy(h));
  INVALID(doca_rdma_dpa_completion_attach(h, h));
  INVALID(doca_rdma_export(h, out, out, out));
  INVALID(doca_rdma_get_dpa_handle(h, out));
  INVALID(doca_rdma_get_grh_enabled(h, out));
  INVALID(doca_rdma_set_gid_index(h, 1));
  INVALID(doca_rdma_set_grh_enabled(h, 1));
  INVALID(doca_rdma_set_max_num_connections(h, 1));
  INVALID(doca_rdma_set_max_send_buf_list_len(h, 1));
  INVALID(doca_rdma_set_mtu(h, 1));
  INVALID(doca_rdma_set_permissions(h, 1));
  INVALID(doca_rdma_set_recv_queue_size(h, 1));
  INVALID(doca_rdma_set_rnr_retry_count(h, 1));
  INVALID(doca_rdma_set_send_queue_size(h, 1));
  INVALID(doca_rdma_set_transport_type(h, 1));
  INVALID(doca_rdma_task_receive_set_dst_buf_list_len(h, 1));
  INVALID(doca_sync_event_add_publisher_location_cpu(h, h));
  INVALID(doca_sync_event_add_publisher_location_dpa(h, h));
  INVALID(doca_sync_event_add_publisher_location_dpu(h));
  INVALID(doca_sync_event_add_publisher_location_remote_net(h));
  INVALID(doca_sync_event_add_publisher_location_remote_pci(h));
  INVALID(doca_sync_event_add_subscriber_location_cpu(h, h));
  INVALID(doca_sync_event_add_subscriber_location_dpa(h, h));
  INVALID(doca_sync_event_add_subscriber_location_dpu(h));
  INVALID(doca_sync_event_add_subscriber_location_remote_pci(h));
  HOLDS(doca_sync_event_as_ctx(h) == NULL);
  INVALID(doca_sync_event_create_from_export(h, out, 1, out));
  INVALID(doca_sync_event_destroy(h));
  INVALID(doca_sync_event_export_to_dpa(h, h, out));
  INVALID(doca_sync_event_export_to_dpu(h, h, out, out));
  INVALID(doca_sync_event_export_to_remote_net(h, out, out));
  INVALID(doca_sync_event_export_to_remote_pci(h, h, out, out));
  INVALID(doca_sync_event_get(h, out));
  INVALID(doca_sync_event_get_dpa_handle(h, h, out));
  INVALID(doca_sync_event_remote_net_create_from_export(h, out, 1, out));
  INVALID(doca_sync_event_remote_net_destroy(h));
  INVALID(doca_sync_event_remote_net_export_to_dpa(h, h, out));
  INVALID(doca_sync_event_remote_net_get_dpa_handle(h, h, out));
  INVALID(doca_sync_event_set_addr(h, out));
  INVALID(doca_sync_event_set_doca_buf(h, h));
  INVALID(doca_sync_event_start(h));
  INVALID(doca_sync_event_stop(h));
  INVALID(doca_sync_event_update_add(h, 1, out));
  INVALID(doca_sync_event_update_set(h, 1));
  INVALID(doca_sync_event_wait_eq(h, 1, 1));
  INVALID(doca_sync_event_wait_eq_yield(h, 1, 1));
  INVALID(doca_sync_event_wait_gt(h, 1, 1));
  INVALID(doca_sync_event_wait_gt_yield(h, 1, 1));
  INVALID(doca_sync_event_wait_neq(h, 1, 1));
  INVALID(doca_sync_event_wait_neq_yield(h, 1, 1));
  INVALID(doca_devinfo_destroy_list(h));
  INVALID(doca_devinfo_rep_destroy_list(h));
  INVALID(doca_buf_inventory_buf_get_by_args(h, h, out, 1, out, 1, out));
  INVALID(doca_mmap_create_from_export(NULL, out, 8, h, out));
  INVALID(doca_buf_arr_create_v205(h, out));
  INVALID(doca_buf_arr_set_params_v205(h, 1, 1, 0));
  INVALID(doca_buf_arr_get_dpa_handle_v205(h, out));
  INVALID(doca_rdma_create_v205(h, out));
  INVALID(doca_rdma_export_v205(h, out, out));
  INVALID(doca_rdma_connect_v205(h, out, 1));
  INVALID(doca_rdma_get_dpa_handle_v205(h, out));
  INVALID(doca_rdma_set_grh_enabled_v205(h, true));
  INVALID(doca_rdma_get_grh_enabled_v205(h, out));
  INVALID(doca_umem_dpa_create(h, 64, 64, 0, out));
  INVALID(doca_umem_destroy(h));
  INVALID(doca_uar_dpa_create(h, out));
  INVALID(doca_uar_destroy(h));
}

int main(void) {
  struct doca_dev *dev = open_device();
  struct doca_mmap *mmap;
  struct doca_pe *pe;
  char other[64] = "not an object";
  table(NULL);
  table(other);
  /* A live object of another kind than all functions of the table expect. */
  struct doca_log_backend *backend;
  OK(doca_log_backend_create_with_fd(2, &backend));
  OK(doca_log_backend_set_level_lower_limit(backend, DOCA_LOG_LEVEL_DISABLE));
  table(backend);
  OK(doca_mmap_create(&mmap));
  OK(doca_pe_create(&pe));
  OK(doca_mmap_destroy(mmap));
  OK(doca_pe_destroy(pe));
  table(mmap);
  table(pe);
  /* A pe is not a mmap, and the other way round. */
  OK(doca_mmap_create(&mmap));
  OK(doca_pe_create(&pe));
  INVALID(doca_mmap_start((void *)pe));
  INVALID(doca_mmap_destroy((void *)pe));
  INVALID(doca_pe_destroy((void *)mmap));
  INVALID(doca_mmap_add_dev(mmap, (void *)pe));
  INVALID(doca_pe_connect_ctx(pe, (void *)mmap));
  OK(doca_mmap_destroy(mmap));
  OK(doca_pe_destroy(pe));
  OK(doca_dev_close(dev));
  return result(); // CHECK: {{^}}0 failures
}
