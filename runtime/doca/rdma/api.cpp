// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of doca_rdma.h.
#include "runtime/doca/rdma/rdma.h"

#include <infiniband/verbs.h>

#include <bit>

using namespace dpa::doca;

namespace {

constexpr uint32_t entriesMax = 1U << 15;
constexpr uint32_t connectionsLimit = 4096;
constexpr uint32_t permissionFlags =
    DOCA_ACCESS_FLAG_LOCAL_READ_WRITE | DOCA_ACCESS_FLAG_RDMA_READ |
    DOCA_ACCESS_FLAG_RDMA_WRITE | DOCA_ACCESS_FLAG_RDMA_ATOMIC;

doca_error_t capability(const char *call, const doca_devinfo *info,
                        doca_error_t status) {
  return apiCall(call, [=] { return status; }, live(info));
}

/// A change of a context that is idle.
template <typename Change, typename... Checks>
doca_error_t changeRdma(const char *call, doca_rdma *rdma, Change change,
                        Checks... checks) {
  return apiCall(
      call,
      [&] {
        change();
        return DOCA_SUCCESS;
      },
      live(rdma), [=](const char *name) { return idle(&rdma->context)(name); },
      checks...);
}

auto isRunning(const doca_rdma *rdma) {
  return [=](const char *call) { return running(&rdma->context)(call); };
}

doca_error_t setSize(const char *call, doca_rdma *rdma,
                     uint32_t RdmaSettings::*member, uint32_t size) {
  return changeRdma(
      call, rdma, [&] { rdma->settings.*member = std::bit_ceil(size); },
      inRange("queue size", size, 1, entriesMax));
}

doca_error_t setListLength(const char *call, doca_rdma *rdma, uint32_t length) {
  return changeRdma(
      call, rdma, [] {},
      require([=] { return length == 1; }, DOCA_ERROR_NOT_SUPPORTED,
              "buffer list is not supported (expected length 1)"));
}

bool hasGid(const doca_rdma &rdma, uint32_t index) {
  ibv_port_attr port;
  ibv_gid gid = {};
  return ibv_query_port(rdma.dev->context, 1, &port) == 0 &&
         index < static_cast<uint32_t>(port.gid_tbl_len) &&
         ibv_query_gid(rdma.dev->context, 1, static_cast<int>(index), &gid) ==
             0 &&
         (gid.global.interface_id || gid.global.subnet_prefix);
}

} // namespace

doca_error_t
doca_rdma_cap_task_receive_is_supported(const struct doca_devinfo *devinfo) {
  return capability(__func__, devinfo, DOCA_SUCCESS);
}

doca_error_t
doca_rdma_cap_task_send_is_supported(const struct doca_devinfo *devinfo) {
  return capability(__func__, devinfo, DOCA_SUCCESS);
}

doca_error_t
doca_rdma_cap_task_send_imm_is_supported(const struct doca_devinfo *devinfo) {
  return capability(__func__, devinfo, DOCA_SUCCESS);
}

doca_error_t
doca_rdma_cap_task_read_is_supported(const struct doca_devinfo *devinfo) {
  return capability(__func__, devinfo, DOCA_SUCCESS);
}

doca_error_t
doca_rdma_cap_task_write_is_supported(const struct doca_devinfo *devinfo) {
  return capability(__func__, devinfo, DOCA_SUCCESS);
}

doca_error_t
doca_rdma_cap_task_write_imm_is_supported(const struct doca_devinfo *devinfo) {
  return capability(__func__, devinfo, DOCA_SUCCESS);
}

doca_error_t doca_rdma_cap_task_atomic_cmp_swp_is_supported(
    const struct doca_devinfo *devinfo) {
  return capability(__func__, devinfo, DOCA_ERROR_NOT_SUPPORTED);
}

doca_error_t doca_rdma_cap_task_atomic_fetch_add_is_supported(
    const struct doca_devinfo *devinfo) {
  return capability(__func__, devinfo, DOCA_SUCCESS);
}

doca_error_t doca_rdma_create(struct doca_dev *dev, struct doca_rdma **rdma) {
  return apiCall(
      __func__,
      [&] {
        auto made = std::make_unique<doca_rdma>();
        made->dev = dev;
        made->deviceUse = Use(*dev, made->kind);
        *rdma = publish(std::move(made));
        return DOCA_SUCCESS;
      },
      result(rdma, "rdma"), live(dev));
}

doca_error_t doca_rdma_destroy(struct doca_rdma *rdma) {
  return destroyUnused(__func__, rdma);
}

struct doca_ctx *doca_rdma_as_ctx(struct doca_rdma *rdma) {
  return checkLive(__func__, rdma, doca_rdma::kind) ? nullptr : &rdma->context;
}

doca_error_t
doca_rdma_dpa_completion_attach(struct doca_rdma *rdma,
                                struct doca_dpa_completion *dpa_comp) {
  return changeRdma(
      __func__, rdma,
      [&] {
        rdma->completion = completionOf(dpa_comp);
        rdma->completionUse = Use(*rdma->completion, doca_rdma::kind);
      },
      liveCompletion(dpa_comp),
      require(
          [=] {
            return !rdma->context.dpa ||
                   rdma->context.dpa == completionOf(dpa_comp)->dpa;
          },
          DOCA_ERROR_INVALID_VALUE,
          "completion context belongs to another DPA context"));
}

doca_error_t doca_rdma_set_permissions(struct doca_rdma *rdma,
                                       uint32_t permissions) {
  return changeRdma(
      __func__, rdma, [&] { rdma->settings.permissions = permissions; },
      require([=] { return (permissions & ~permissionFlags) == 0; },
              DOCA_ERROR_INVALID_VALUE,
              "permissions has unknown bits (expected enum doca_access_flag)"));
}

doca_error_t doca_rdma_set_recv_queue_size(struct doca_rdma *rdma,
                                           uint32_t recv_queue_size) {
  return setSize(__func__, rdma, &RdmaSettings::receiveQueueSize,
                 recv_queue_size);
}

doca_error_t doca_rdma_set_send_queue_size(struct doca_rdma *rdma,
                                           uint32_t send_queue_size) {
  return setSize(__func__, rdma, &RdmaSettings::sendQueueSize, send_queue_size);
}

doca_error_t doca_rdma_set_max_num_connections(struct doca_rdma *rdma,
                                               uint16_t max_num_connections) {
  return changeRdma(
      __func__, rdma,
      [&] { rdma->settings.connectionsMax = max_num_connections; },
      inRange("max_num_connections", max_num_connections, 1, connectionsLimit));
}

doca_error_t doca_rdma_set_gid_index(struct doca_rdma *rdma,
                                     uint32_t gid_index) {
  return changeRdma(
      __func__, rdma, [&] { rdma->settings.gidIndex = gid_index; },
      require([=] { return hasGid(*rdma, gid_index); },
              DOCA_ERROR_INVALID_VALUE, "gid_index does not exist on port 1"));
}

doca_error_t
doca_rdma_set_transport_type(struct doca_rdma *rdma,
                             enum doca_rdma_transport_type transport_type) {
  return changeRdma(
      __func__, rdma, [] {},
      require(
          [number = numberOf(transport_type)] {
            return number == DOCA_RDMA_TRANSPORT_TYPE_RC;
          },
          DOCA_ERROR_NOT_SUPPORTED,
          "transport type is not supported (expected RC)"));
}

doca_error_t doca_rdma_set_mtu(struct doca_rdma *rdma, enum doca_mtu_size mtu) {
  return changeRdma(
      __func__, rdma, [&] { rdma->settings.mtu = mtu; },
      require(
          [number = numberOf(mtu)] { return number <= DOCA_MTU_SIZE_4K_BYTES; },
          DOCA_ERROR_NOT_SUPPORTED,
          "mtu is not supported (expected 256 bytes to 4 KiB)"));
}

doca_error_t doca_rdma_set_rnr_retry_count(struct doca_rdma *rdma,
                                           uint8_t rnr_retry_count) {
  constexpr uint8_t countMax = 7;
  return changeRdma(
      __func__, rdma, [&] { rdma->settings.rnrRetryCount = rnr_retry_count; },
      inRange("rnr_retry_count", rnr_retry_count, 0, countMax));
}

doca_error_t doca_rdma_set_grh_enabled(struct doca_rdma *rdma,
                                       uint8_t grh_enabled) {
  return changeRdma(__func__, rdma,
                    [&] { rdma->settings.hasRouteHeader = grh_enabled; });
}

doca_error_t doca_rdma_get_grh_enabled(const struct doca_rdma *rdma,
                                       uint8_t *grh_enabled) {
  return apiCall(
      __func__,
      [&] {
        *grh_enabled = rdma->settings.hasRouteHeader;
        return DOCA_SUCCESS;
      },
      live(rdma), result(grh_enabled, "grh_enabled"));
}

doca_error_t
doca_rdma_task_receive_set_dst_buf_list_len(struct doca_rdma *rdma,
                                            uint32_t buf_list_len) {
  return setListLength(__func__, rdma, buf_list_len);
}

doca_error_t
doca_rdma_set_max_send_buf_list_len(struct doca_rdma *rdma,
                                    uint32_t max_send_buf_list_len) {
  return setListLength(__func__, rdma, max_send_buf_list_len);
}

doca_error_t doca_rdma_get_dpa_handle(struct doca_rdma *rdma,
                                      doca_dpa_dev_rdma_t *dpa_rdma) {
  return apiCall(
      __func__,
      [&] {
        *dpa_rdma = rdma->memory->object.address();
        return DOCA_SUCCESS;
      },
      live(rdma), result(dpa_rdma, "dpa_rdma"), isRunning(rdma));
}

doca_error_t doca_rdma_export(struct doca_rdma *rdma,
                              const void **local_rdma_conn_details,
                              size_t *local_rdma_conn_details_size,
                              struct doca_rdma_connection **rdma_connection) {
  return apiCall(
      __func__,
      [&] {
        doca_error_t status = rdma->addConnection(*rdma_connection);
        if (status == DOCA_SUCCESS) {
          *local_rdma_conn_details = (*rdma_connection)->description.data();
          *local_rdma_conn_details_size =
              (*rdma_connection)->description.size();
        }
        return status;
      },
      live(rdma), result(local_rdma_conn_details, "local_rdma_conn_details"),
      result(local_rdma_conn_details_size, "local_rdma_conn_details_size"),
      result(rdma_connection, "rdma_connection"), isRunning(rdma));
}

doca_error_t doca_rdma_connect(struct doca_rdma *rdma,
                               const void *remote_rdma_conn_details,
                               size_t remote_rdma_conn_details_size,
                               struct doca_rdma_connection *rdma_connection) {
  return apiCall(
      __func__,
      [&] {
        ConnectionDescription peer = {};
        if (!readConnection(remote_rdma_conn_details,
                            remote_rdma_conn_details_size, peer))
          return DOCA_ERROR_INVALID_VALUE;
        return rdma_connection->connect(peer);
      },
      live(rdma), notNull(remote_rdma_conn_details, "remote_rdma_conn_details"),
      live(rdma_connection), isRunning(rdma),
      require([=] { return &rdma_connection->rdma == rdma; },
              DOCA_ERROR_INVALID_VALUE,
              "RDMA connection belongs to another RDMA context"),
      require([=] { return !rdma_connection->isConnected; },
              DOCA_ERROR_CONNECTION_ABORTED,
              "RDMA connection is already connected"));
}

doca_error_t
doca_rdma_connection_get_id(const struct doca_rdma_connection *rdma_connection,
                            uint32_t *connection_id) {
  return apiCall(
      __func__,
      [&] {
        *connection_id = rdma_connection->id;
        return DOCA_SUCCESS;
      },
      live(rdma_connection), result(connection_id, "connection_id"));
}
