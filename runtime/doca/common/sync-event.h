// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sync events. The number is always in memory of the program, where all reach it:
// the program, device code through a window, peers by RDMA; so every change is an
// atomic operation on the same 8 bytes. Windows have blocks of 64 bytes, so the
// block around the number is registered.
#ifndef DPA_RUNTIME_DOCA_COMMON_SYNC_EVENT_H
#define DPA_RUNTIME_DOCA_COMMON_SYNC_EVENT_H

#include "runtime/doca/common/context.h"
#include "runtime/doca/common/device-memory.h"
#include "runtime/doca/common/event-number.h"
#include "runtime/doca/common/memory-map.h"
#include "runtime/include/doca/doca_sync_event.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace dpa::doca {

/// Who changes an event or waits for it.
struct EventLocations {
  bool program = false;
  bool dpa = false;
  bool remoteNet = false;
  bool remotePci = false;
  bool any() const { return program || dpa || remoteNet || remotePci; }
};

/// Objects of device code, by the context that they are for.
class DeviceHandles {
public:
  /// `user`: the kind of the object that the handles refer to.
  explicit DeviceHandles(const char *user) : user_(user) {}
  /// The handle for a context, which is made by make(DeviceMemory &) if needed.
  template <typename Make>
  doca_error_t get(DpaContext &dpa, Make make, uint64_t &handle) {
    std::lock_guard lock(lock_);
    auto found = handles_.find(&dpa);
    if (found == handles_.end()) {
      auto made = std::make_unique<DeviceMemory>(user_);
      if (doca_error_t status = make(*made))
        return status;
      found = handles_.emplace(&dpa, std::move(made)).first;
    }
    handle = found->second->address();
    return DOCA_SUCCESS;
  }
  void clear() { handles_.clear(); }
  /// Whether there are contexts, and all had a fatal error.
  bool haveFailed() {
    std::lock_guard lock(lock_);
    return !handles_.empty() &&
           std::ranges::all_of(handles_, [](const auto &handle) {
             const DpaContext &dpa = *handle.first;
             return dpa.hasFailed || flexio_err_status_get(dpa.process) != 0;
           });
  }

private:
  const char *user_;
  std::mutex lock_;
  std::map<DpaContext *, std::unique_ptr<DeviceMemory>> handles_;
};

} // namespace dpa::doca

struct doca_sync_event final : dpa::doca::Object, dpa::doca::ContextOwner {
  static constexpr const char *kind = "sync event";
  ~doca_sync_event();

  doca_error_t startContext() override;
  doca_error_t stopContext() override;

  /// The event's handle for device code of a context that is started; the
  /// event is.
  DOCA_INTERNAL doca_error_t deviceHandle(dpa::doca::DpaContext &dpa,
                                          uint64_t &handle);
  /// Whether only device code publishes, and its programs have ended: nothing changes
  /// the number any more.
  bool isAbandoned() {
    return publishers.dpa && !publishers.program && !publishers.remoteNet &&
           !publishers.remotePci && handles_.haveFailed();
  }
  /// The key of the number on a device.
  doca_error_t keyOn(doca_dev &dev, uint32_t &key);

  dpa::doca::EventNumber ownNumber;
  std::atomic<uint64_t> *number = ownNumber.get();
  dpa::doca::Use bufferUse; ///< of the buffer with the number, if any
  dpa::doca::EventLocations publishers;
  dpa::doca::EventLocations subscribers;
  std::vector<doca_dev *> devices; ///< of all locations
  std::vector<dpa::doca::Use> deviceUses;
  doca_ctx context{*this, kind};
  /// Descriptions by kind and device; the program has pointers to them until the
  /// event is stopped.
  std::map<std::pair<uint32_t, doca_dev *>, std::string> exported;
  dpa::doca::Use originalUse; ///< of the event that this one was imported from

private:
  void release();

  std::mutex lock_; ///< of keys_
  std::map<doca_dev *, std::unique_ptr<dpa::doca::MemoryKey>> keys_;
  dpa::doca::DeviceHandles handles_{kind};
};

namespace dpa::doca {
/// Descriptions of the event for this program are no longer valid.
void forgetExportedEvent(const doca_sync_event &event);
} // namespace dpa::doca

struct doca_sync_event_remote_net : dpa::doca::Object {
  static constexpr const char *kind = "remote sync event";
  uint64_t address = 0;
  uint32_t key = 0;
  dpa::doca::Use deviceUse;
  dpa::doca::DeviceHandles handles{kind};
};

#endif
