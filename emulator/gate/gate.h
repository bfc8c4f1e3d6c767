// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where calls of the host enter: the only caller of Scheduler::admit() outside
// emulator/schedule. What implements emulator/interface passes its changes through a gate;
// everything behind may assume that it was admitted. Thread safe.
#ifndef DPA_EMULATOR_GATE_GATE_H
#define DPA_EMULATOR_GATE_GATE_H

#include "emulator/check/memory-check.h"
#include "emulator/schedule/scheduler.h"

#include <atomic>
#include <type_traits>

namespace dpa {

/// What the host does to keys and windows.
enum class MemoryChange : uint64_t {
  AddKey = 0x100,
  RemoveKey,
  AddWindow,
  RemoveWindow,
  Recover
};

class Gate {
public:
  /// Of a process, or of the host program itself (0). `check`: null if memory is
  /// not checked. The references outlive the gate.
  explicit Gate(Scheduler &scheduler, uint32_t process = 0,
                MemoryCheck *check = nullptr)
      : scheduler_(scheduler), process_(process), check_(check) {}

  /// Whether an action waits until it is its turn: in a reproducible run.
  bool isOrdered() const { return scheduler_.seed().has_value(); }

  bool isReplay() const {
    PortInputs *inputs = scheduler_.inputs();
    return inputs && inputs->isReplay();
  }
  /// Whether the rest of a replayed recording has this change, and no call waits to make it.
  Awaited isAwaited(ChangeOf what, uint64_t arg0, uint64_t arg1) {
    return scheduler_.isAwaited(changeOf(what, arg0, arg1));
  }

  /// The result of an action that makes or accesses memory.
  template <typename Action> auto access(Arrival arrival, Action action) {
    return resultOf(action, [&](const std::function<void()> &admitted) {
      admitAccess(arrival, admitted);
    });
  }
  template <typename Action>
  auto change(MemoryChange what, uint64_t detail, Action action) {
    return access({.kind = Arrival::Kind::Change,
                   .arg0 = detail,
                   .arg1 = static_cast<uint64_t>(what)},
                  action);
  }

  /// The result of another change. After close() nothing runs, so that there is
  /// no order to keep.
  template <typename Action>
  auto change(ChangeOf what, uint64_t arg0, uint64_t arg1, Action action) {
    return resultOf(action, [&](const std::function<void()> &admitted) {
      admitChange(what, arg0, arg1, admitted);
    });
  }

  /// The same for destructors.
  void destroy(ChangeOf what, uint64_t number,
               const std::function<void()> &action) noexcept;

  /// Runs `action`, which stops everything in the process, the first time.
  void close(const std::function<void()> &action);

private:
  template <typename Action, typename Admit>
  static auto resultOf(Action &action, Admit admit) {
    using Value = decltype(action());
    if constexpr (std::is_void_v<Value>) {
      admit(action);
    } else {
      Value value{};
      admit([&] { value = action(); });
      return value;
    }
  }
  Arrival changeOf(ChangeOf what, uint64_t arg0, uint64_t arg1) const {
    return {.kind = Arrival::Kind::Change,
            .process = process_,
            .address = static_cast<uint64_t>(what),
            .arg0 = arg0,
            .arg1 = arg1};
  }
  void admitAccess(Arrival arrival, const std::function<void()> &action);
  void admitChange(ChangeOf what, uint64_t arg0, uint64_t arg1,
                   const std::function<void()> &action);

  Scheduler &scheduler_;
  const uint32_t process_;
  MemoryCheck *const check_;
  std::atomic<bool> isClosing_ = false;
  std::atomic<bool> isClosed_ = false;
};

} // namespace dpa

#endif
