// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of doca_rdma.h whose parameters are others in DOCA 2.5, under link
// names of their own: a context has one peer, and its completions are read by
// device code of the library.
#include "runtime/doca/rdma/rdma.h"

using namespace dpa::doca;

namespace {

auto isRunningV205(const doca_rdma *rdma) {
  return [=](const char *call) { return running(&rdma->context)(call); };
}

/// The connection, which is made by the first call.
doca_error_t onlyConnection(doca_rdma &rdma, doca_rdma_connection *&found) {
  if (rdma.connections.empty())
    return rdma.addConnection(found);
  found = rdma.connections.front().get();
  return DOCA_SUCCESS;
}

doca_error_t connectOnly(doca_rdma &rdma, const void *details, size_t size) {
  ConnectionDescription peer = {};
  doca_rdma_connection *connection = nullptr;
  if (!readConnection(details, size, peer))
    return DOCA_ERROR_INVALID_VALUE;
  doca_error_t status = onlyConnection(rdma, connection);
  if (status != DOCA_SUCCESS)
    return status;
  return connection->isConnected ? DOCA_ERROR_CONNECTION_ABORTED
                                 : connection->connect(peer);
}

} // namespace

// NOLINTBEGIN(readability-identifier-naming): link names
extern "C" {
DOCA_INTERNAL doca_error_t doca_rdma_create_v205(doca_dev *dev,
                                                 doca_rdma **rdma) {
  doca_error_t status = doca_rdma_create(dev, rdma);
  if (status != DOCA_SUCCESS)
    return status;
  (*rdma)->ownsCompletions = true;
  (*rdma)->settings.connectionsMax = 1;
  return DOCA_SUCCESS;
}

DOCA_INTERNAL doca_error_t doca_rdma_export_v205(const doca_rdma *rdma,
                                                 const void **details,
                                                 size_t *size) {
  return apiCall(
      "doca_rdma_export",
      [&] {
        doca_rdma_connection *connection = nullptr;
        doca_error_t status =
            onlyConnection(const_cast<doca_rdma &>(*rdma), connection);
        if (status == DOCA_SUCCESS) {
          *details = connection->description.data();
          *size = connection->description.size();
        }
        return status;
      },
      live(rdma), result(details, "local_rdma_conn_details"),
      result(size, "local_rdma_conn_details_size"), isRunningV205(rdma));
}

DOCA_INTERNAL doca_error_t doca_rdma_connect_v205(doca_rdma *rdma,
                                                  const void *details,
                                                  size_t size) {
  return apiCall(
      "doca_rdma_connect", [&] { return connectOnly(*rdma, details, size); },
      live(rdma), notNull(details, "remote_rdma_conn_details"),
      isRunningV205(rdma));
}

DOCA_INTERNAL doca_error_t doca_rdma_get_dpa_handle_v205(doca_rdma *rdma,
                                                         uint64_t *handle) {
  return doca_rdma_get_dpa_handle(rdma, handle);
}

DOCA_INTERNAL doca_error_t doca_rdma_set_grh_enabled_v205(doca_rdma *rdma,
                                                          bool isEnabled) {
  return doca_rdma_set_grh_enabled(rdma, isEnabled ? 1 : 0);
}

DOCA_INTERNAL doca_error_t doca_rdma_get_grh_enabled_v205(const doca_rdma *rdma,
                                                          bool *isEnabled) {
  uint8_t stored = 0;
  doca_error_t status =
      doca_rdma_get_grh_enabled(rdma, isEnabled ? &stored : nullptr);
  if (status == DOCA_SUCCESS)
    *isEnabled = stored != 0;
  return status;
}
}
// NOLINTEND(readability-identifier-naming)
