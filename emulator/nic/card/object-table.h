// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects of a device by number. Thread safe.
#ifndef DPA_EMULATOR_NIC_CARD_OBJECT_TABLE_H
#define DPA_EMULATOR_NIC_CARD_OBJECT_TABLE_H

#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

namespace dpa {

template <typename Object> class ObjectTable {
public:
  void add(std::shared_ptr<Object> object) {
    const std::lock_guard guard(lock_);
    objects_[object->number()] = std::move(object);
  }
  void remove(uint32_t number) {
    const std::lock_guard guard(lock_);
    objects_.erase(number);
  }
  /// Null: none of this number.
  std::shared_ptr<Object> find(uint32_t number) const {
    const std::shared_lock guard(lock_);
    auto found = objects_.find(number);
    return found == objects_.end() ? nullptr : found->second;
  }
  /// Removes all; action(object) for each, in no order.
  template <typename Action> void removeAll(const Action &action) {
    decltype(objects_) removed;
    {
      const std::lock_guard guard(lock_);
      removed.swap(objects_);
    }
    for (const auto &[number, object] : removed)
      action(*object);
  }
  /// action(object) for each, in no order. It must not change the table.
  template <typename Action> void forEach(const Action &action) const {
    const std::shared_lock guard(lock_);
    for (const auto &[number, object] : objects_)
      action(*object);
  }
  bool empty() const {
    const std::shared_lock guard(lock_);
    return objects_.empty();
  }

private:
  mutable std::shared_mutex lock_; ///< of what follows
  std::unordered_map<uint32_t, std::shared_ptr<Object>> objects_;
};

} // namespace dpa

#endif
