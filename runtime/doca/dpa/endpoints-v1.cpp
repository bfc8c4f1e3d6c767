// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Workers and endpoints of DOCA 1.5 and 2.0. An endpoint is an RDMA context of one
// connection, whose completions device code of the library reads; a worker is what
// endpoints are created with.
#include "runtime/doca/dpa/context.h"
#include "runtime/doca/rdma/rdma.h"

#include <cstring>

using namespace dpa::doca;

struct doca_dpa_worker : dpa::doca::Object {
  static constexpr const char *kind = "worker";
  doca_dpa *dpa = nullptr;
  Use dpaUse;
};

struct doca_dpa_ep : dpa::doca::Object {
  static constexpr const char *kind = "endpoint";
  Use workerUse;
  doca_rdma rdma;
  doca_rdma_connection *connection = nullptr;
};

/// The bytes for the peer; a live object of this kind.
struct doca_dpa_ep_addr {
  static constexpr const char *kind = "endpoint address";
  ConnectionDescription description;
};

namespace {

constexpr unsigned accessFlags =
    DOCA_ACCESS_FLAG_LOCAL_READ_WRITE | DOCA_ACCESS_FLAG_RDMA_READ |
    DOCA_ACCESS_FLAG_RDMA_WRITE | DOCA_ACCESS_FLAG_RDMA_ATOMIC;

doca_error_t startEndpoint(doca_dpa_ep &endpoint, doca_dpa &dpa,
                           unsigned access) {
  doca_rdma &rdma = endpoint.rdma;
  rdma.dev = dpa.dev;
  rdma.deviceUse = Use(*dpa.dev, endpoint.kind);
  rdma.ownsCompletions = true;
  rdma.settings.permissions = access;
  rdma.settings.connectionsMax = 1;
  doca_error_t status = doca_ctx_set_datapath_on_dpa(&rdma.context, &dpa);
  if (status == DOCA_SUCCESS)
    status = doca_ctx_start(&rdma.context);
  if (status == DOCA_SUCCESS)
    status = rdma.addConnection(endpoint.connection);
  return status;
}

} // namespace

doca_error_t doca_dpa_worker_create(doca_dpa_t dpa, doca_dpa_worker_t *worker,
                                    unsigned int flags) {
  return apiCall(
      __func__,
      [&] {
        auto made = std::make_unique<doca_dpa_worker>();
        made->dpa = dpa;
        made->dpaUse = Use(*dpa, made->kind);
        *worker = publish(std::move(made));
        return DOCA_SUCCESS;
      },
      result(worker, "worker"), usableDpa(dpa),
      require([=] { return flags == 0; }, DOCA_ERROR_INVALID_VALUE,
              "flags is not 0"));
}

doca_error_t doca_dpa_worker_destroy(doca_dpa_worker_t worker) {
  return destroyUnused(__func__, worker);
}

doca_error_t doca_dpa_ep_create(doca_dpa_worker_t worker, unsigned int access,
                                doca_dpa_ep_t *ep) {
  return apiCall(
      __func__,
      [&] {
        auto made = std::make_unique<doca_dpa_ep>();
        made->workerUse = Use(*worker, made->kind);
        doca_error_t status = startEndpoint(*made, *worker->dpa, access);
        if (status == DOCA_SUCCESS)
          *ep = publish(std::move(made));
        return status;
      },
      result(ep, "ep"), live(worker),
      require([=] { return (access & ~accessFlags) == 0; },
              DOCA_ERROR_INVALID_VALUE,
              "access has unknown bits (expected DOCA_ACCESS_*)"));
}

doca_error_t doca_dpa_ep_destroy(doca_dpa_ep_t ep) {
  return destroyUnused(__func__, ep);
}

doca_error_t doca_dpa_ep_dev_export(doca_dpa_ep_t ep,
                                    doca_dpa_dev_ep_t *handle) {
  return apiCall(
      __func__,
      [&] {
        *handle = ep->rdma.memory->object.address();
        return DOCA_SUCCESS;
      },
      result(handle, "handle"), live(ep));
}

doca_error_t doca_dpa_ep_addr_get(doca_dpa_ep_t ep, doca_dpa_ep_addr_t *addr,
                                  size_t *addr_length) {
  return apiCall(
      __func__,
      [&] {
        auto made = std::make_unique<doca_dpa_ep_addr>();
        const std::string &bytes = ep->connection->description;
        memcpy(&made->description, bytes.data(), sizeof made->description);
        *addr = publish(std::move(made));
        *addr_length = sizeof(doca_dpa_ep_addr);
        return DOCA_SUCCESS;
      },
      result(addr, "addr"), result(addr_length, "addr_length"), live(ep));
}

doca_error_t doca_dpa_ep_addr_free(doca_dpa_ep_addr_t addr) {
  return destroyCall(__func__, addr, [] { return DOCA_SUCCESS; });
}

doca_error_t doca_dpa_ep_connect(doca_dpa_ep_t ep, doca_dpa_ep_addr_t addr) {
  return apiCall(
      __func__,
      [&] {
        ConnectionDescription peer = {};
        return readConnection(addr, sizeof peer, peer)
                   ? ep->connection->connect(peer)
                   : DOCA_ERROR_INVALID_VALUE;
      },
      live(ep), notNull(addr, "addr"),
      require([=] { return !ep->connection->isConnected; },
              DOCA_ERROR_CONNECTION_ABORTED, "endpoint is already connected"));
}
