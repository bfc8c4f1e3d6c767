// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An RDMA context: its settings, and the queues of a started context.
#ifndef DPA_RUNTIME_DOCA_RDMA_RDMA_H
#define DPA_RUNTIME_DOCA_RDMA_RDMA_H

#include "runtime/doca/common/completion-queue.h"
#include "runtime/doca/common/context.h"
#include "runtime/doca/common/device-memory.h"
#include "runtime/doca/common/dpa-completion.h"
#include "runtime/doca/common/memory-map.h"
#include "runtime/doca/rdma/connection.h"
#include "runtime/include/doca/doca_rdma.h"

#include <vector>

struct flexio_rmp;

namespace dpa::doca {

/// Sizes are in entries, powers of two.
struct RdmaSettings {
  uint32_t permissions = DOCA_ACCESS_FLAG_LOCAL_READ_WRITE;
  uint32_t receiveQueueSize = 128;
  uint32_t sendQueueSize = 128;
  uint32_t connectionsMax = 16;
  uint32_t gidIndex = 0;
  uint8_t rnrRetryCount = 7;
  uint8_t hasRouteHeader = 1;
  int mtu = -1; ///< of enum doca_mtu_size; negative: that of the port
};

constexpr size_t rdmaResultSize = 64; // 8 bytes count

/// The memory of a started context, on the device except for hostResult.
struct RdmaMemory {
  DeviceMemory receiveRing{rdmaKind};
  DeviceMemory receiveRecord{rdmaKind};
  DeviceMemory connections{rdmaKind}; ///< doca_abi_queue_pair of each
  /// For results of atomic operations, which nothing reads: in device memory, or in
  /// host memory if the card is another device.
  DeviceMemory result{rdmaKind};
  alignas(rdmaResultSize) std::byte hostResult[rdmaResultSize] = {};
  uint64_t resultAddress = 0;
  MemoryKey resultKey;
  CompletionQueue completions{
      rdmaKind};                 ///< of contexts without a completion context
  DeviceMemory object{rdmaKind}; ///< doca_abi_rdma
};

} // namespace dpa::doca

struct doca_rdma final : dpa::doca::Object, dpa::doca::ContextOwner {
  static constexpr const char *kind = dpa::doca::rdmaKind;
  ~doca_rdma();

  doca_error_t startContext() override;
  doca_error_t stopContext() override;
  bool worksOnDpa() const override { return true; }

  /// The completion queue of its requests and receives, once allocated.
  uint32_t completionNumber() const {
    return ownsCompletions ? memory->completions.number() : completion->number;
  }

  /// Creates the next connection. The context must be running.
  doca_error_t addConnection(doca_rdma_connection *&connection);

  doca_dev *dev = nullptr;
  dpa::doca::Use deviceUse;
  dpa::doca::RdmaSettings settings;
  dpa::doca::DpaCompletion *completion = nullptr;
  dpa::doca::Use completionUse;
  /// DOCA 1.5 and 2.5: device code of the library reads the completions.
  bool ownsCompletions = false;
  doca_ctx context{*this, kind};
  std::unique_ptr<dpa::doca::RdmaMemory> memory;
  flexio_rmp *receives = nullptr;
  std::vector<std::unique_ptr<doca_rdma_connection>> connections;

private:
  doca_error_t allocate();
  doca_error_t registerResult();
  doca_error_t createReceives();
  doca_error_t storeObject();
};

#endif
