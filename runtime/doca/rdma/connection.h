// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A connection: a queue pair, and its export for the peer.
#ifndef DPA_RUNTIME_DOCA_RDMA_CONNECTION_H
#define DPA_RUNTIME_DOCA_RDMA_CONNECTION_H

#include "runtime/doca/abi/device-objects.h"
#include "runtime/doca/common/device-memory.h"
#include "runtime/doca/common/memory-export.h"
#include "runtime/include/doca/doca_rdma.h"

#include <string>

struct flexio_qp;

namespace dpa::doca {

constexpr const char *rdmaKind = "RDMA context";

/// The description for the peer (memory-export.h).
struct ConnectionDescription {
  ExportKind kind;
  uint32_t version;
  uint32_t number;      ///< of the queue pair
  uint32_t firstPacket; ///< sequence number
  uint8_t gid[DOCA_GID_BYTE_LENGTH];
  uint32_t mtu; ///< enum doca_mtu_size
  uint32_t reserved;
};

/// Reads a description of `size` bytes; false if it is not one.
bool readConnection(const void *bytes, size_t size,
                    ConnectionDescription &description);

} // namespace dpa::doca

/// Destroyed when its context is stopped.
struct doca_rdma_connection : dpa::doca::Object {
  static constexpr const char *kind = "RDMA connection";
  explicit doca_rdma_connection(doca_rdma &rdma) : rdma(rdma) {}
  ~doca_rdma_connection();

  /// Creates the queue pair, ready for connect().
  doca_error_t create(uint32_t number);
  doca_error_t connect(const dpa::doca::ConnectionDescription &peer);
  /// The part of the queue pair that device code uses.
  doca_abi_queue_pair object() const;

  doca_rdma &rdma;
  uint32_t id = 0;
  bool isConnected = false;
  std::string description;

private:
  doca_error_t describe();

  dpa::doca::DeviceMemory ring_{dpa::doca::rdmaKind};
  dpa::doca::DeviceMemory record_{dpa::doca::rdmaKind};
  flexio_qp *pair_ = nullptr;
  uint32_t mtu_ = 0; ///< enum doca_mtu_size
};

#endif
