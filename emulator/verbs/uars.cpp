// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// UARs of a program (mlx5dv_devx_alloc_uar): pages with registers for doorbells of
// queues that Flex IO creates with their numbers. A context that was closed, or inherited
// across fork(), has no device.
#include "emulator/verbs/uars.h"

#include "base/fork-generation.h"
#include "base/log-line.h"
#include "base/uncancelled.h"
#include "emulator/verbs/device-list.h"
#include "emulator/verbs/direct-doorbell.h"

#include <cerrno>
#include <endian.h>
#include <infiniband/mlx5_api.h>
#include <map>
#include <memory>
#include <mutex>
#include <new>

namespace dpa::verbs {
namespace {

class OwnUar : public mlx5dv_devx_uar {
public:
  /// The number is set before the program has the page.
  explicit OwnUar(const std::shared_ptr<Device> &device)
      : mlx5dv_devx_uar(), device_(device),
        send_(page_.data(), DirectDoorbell::sendRegister,
              {.ring = [this](uint64_t written) { ring(written); },
               .mayWait = device->nic()->mayWaitForOthers()}),
        arm_(page_.data(), DirectDoorbell::armRegister,
             {.ring = [this](uint64_t written) { arm(written); },
              .mayWait = device->nic()->mayWaitForOthers()}) {
    base_addr = page_.data();
    reg_addr = page_.data() + DirectDoorbell::sendRegister;
  }

  std::shared_ptr<Device> device() const { return device_.lock(); }
  /// Waits until the card has the doorbells that this thread has written.
  void finishDoorbells() {
    send_.finish();
    arm_.finish();
  }

  bool isFreed = false; ///< by the program

private:
  /// The first two words of an entry, big-endian.
  void ring(uint64_t written) {
    constexpr uint32_t segments = 0x3f, segmentsOfBlock = 4;
    const uint64_t words = be64toh(written);
    const auto control = static_cast<uint32_t>(words >> 32);
    const auto size = static_cast<uint32_t>(words) & segments;
    const uint32_t blocks = (size + segmentsOfBlock - 1) / segmentsOfBlock;
    const auto producer = static_cast<uint16_t>((control >> 8) + blocks);
    if (const auto open = device())
      open->nic()->ringSendDoorbell(page_id, static_cast<uint32_t>(words) >> 8,
                                    producer);
  }
  /// As of mlx5dv_cq::cq_uar.
  void arm(uint64_t written) {
    const ArmDoorbell doorbell = readArmDoorbell(written);
    if (const auto open = device())
      open->nic()->armCompletionQueue(page_id, doorbell.queue,
                                      doorbell.consumerIndex,
                                      doorbell.isSolicited);
  }

  const std::weak_ptr<Device> device_;
  const RingMemory page_{DirectDoorbell::pageSize};
  DirectDoorbell send_;
  DirectDoorbell arm_;
};

/// Frees the UAR on the card. False: queues still use it.
bool freeOnCard(const OwnUar &uar) {
  const auto device = uar.device();
  return !device || uar.page_id == 0 || device->nic()->freeUar(uar.page_id);
}

/// The UARs that this program has allocated. Those that it has freed stay, with their
/// pages, until the last of their queues is destroyed: as in libmlx5, which keeps pages
/// until the context is closed.
class LiveUars {
public:
  OwnUar *add(std::unique_ptr<OwnUar> uar) {
    const std::lock_guard guard(lock_);
    OwnUar *added = uar.get();
    all_[added] = std::move(uar);
    return added;
  }
  /// Null: it is none, or was freed.
  OwnUar *find(const mlx5dv_devx_uar *uar) {
    const std::lock_guard guard(lock_);
    auto found = all_.find(uar);
    return found == all_.end() || found->second->isFreed ? nullptr
                                                         : found->second.get();
  }
  void free(OwnUar &uar) {
    const std::lock_guard guard(lock_);
    uar.isFreed = true;
  }
  /// Ends those that were freed and have no queues. Without the lock: the card may wait
  /// for other calls of the program.
  void endUnused() {
    Uars freed = takeFreed();
    std::erase_if(freed,
                  [](const auto &each) { return freeOnCard(*each.second); });
    const std::lock_guard guard(lock_);
    all_.merge(freed);
  }

private:
  using Uars = std::map<const mlx5dv_devx_uar *, std::unique_ptr<OwnUar>>;

  Uars takeFreed() {
    Uars freed;
    const std::lock_guard guard(lock_);
    for (auto each = all_.begin(); each != all_.end();) {
      const auto found = each++;
      if (found->second->isFreed)
        freed.insert(all_.extract(found));
    }
    return freed;
  }

  std::mutex lock_; ///< of what follows
  Uars all_;
};

mlx5dv_devx_uar *allocateUar(ibv_context *context, uint32_t flags) try {
  const std::shared_ptr<Device> device = deviceOfContext(context);
  if (!device || !device->nic()) {
    errno = ENODEV;
    return nullptr;
  }
  if (flags != MLX5DV_UAR_ALLOC_TYPE_BF && flags != MLX5DV_UAR_ALLOC_TYPE_NC) {
    printLine("dpa-verbs", "error",
              "mlx5dv_devx_alloc_uar: flags 0x%x are not emulated (expected "
              "MLX5DV_UAR_ALLOC_TYPE_BF or MLX5DV_UAR_ALLOC_TYPE_NC)",
              flags);
    errno = EOPNOTSUPP;
    return nullptr;
  }
  auto made = std::make_unique<OwnUar>(device);
  LiveUars &live = perProgram<LiveUars>();
  live.endUnused();
  OwnUar *added = live.add(std::move(made));
  added->page_id = device->nic()->allocateUar(added->base_addr);
  if (added->page_id != 0)
    return added;
  live.free(*added);
  live.endUnused();
  errno = ENOMEM;
  return nullptr;
} catch (const std::bad_alloc &) {
  errno = ENOMEM;
  return nullptr;
}

void freeUar(mlx5dv_devx_uar *uar) {
  if (!uar)
    return;
  LiveUars &live = perProgram<LiveUars>();
  OwnUar *found = live.find(uar);
  if (!found) {
    printLine("dpa-verbs", "error",
              "mlx5dv_devx_free_uar: %p is not a UAR of this program (freed "
              "before, or allocated by the parent)",
              static_cast<void *>(uar));
    return;
  }
  found->finishDoorbells();
  live.free(*found);
  live.endUnused();
}

} // namespace
} // namespace dpa::verbs

extern "C" {

mlx5dv_devx_uar *dpa_verbs_alloc_uar(ibv_context *context, uint32_t flags) {
  return dpa::uncancelled(
      [&] { return dpa::verbs::allocateUar(context, flags); });
}

void dpa_verbs_end_freed_uars() {
  dpa::uncancelled([] {
    dpa::perProgram<dpa::verbs::LiveUars>().endUnused();
    return 0;
  });
}

void dpa_verbs_free_uar(mlx5dv_devx_uar *uar) {
  dpa::uncancelled([&] {
    dpa::verbs::freeUar(uar);
    return 0;
  });
}

} // extern "C"
