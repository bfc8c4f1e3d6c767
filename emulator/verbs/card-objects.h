// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The objects of a context that have a part on the card, so that closing the
// context can end these parts, as the kernel does: those that use others first.
#ifndef DPA_EMULATOR_VERBS_CARD_OBJECTS_H
#define DPA_EMULATOR_VERBS_CARD_OBJECTS_H

#include "base/fork-generation.h"

#include <array>
#include <cstdint>
#include <mutex>
#include <set>

namespace dpa::verbs {

class CardObject {
public:
  enum class Kind : uint8_t {
    QueuePair,
    WorkQueue,
    SharedReceiveQueue,
    CompletionQueue,
    MemoryKey
  };
  static constexpr size_t kinds = 5;

  explicit CardObject(Kind kind) : kind_(kind) {}
  CardObject(const CardObject &) = delete;
  CardObject &operator=(const CardObject &) = delete;
  virtual ~CardObject() = default;

  /// Ends the part on the card, if that has not happened.
  virtual void leaveCard() = 0;
  Kind kind() const { return kind_; }
  /// Made by a parent of this program: must be neither used nor destroyed.
  bool isInherited() const { return generation_ != forkGeneration(); }

private:
  const Kind kind_;
  const uint32_t generation_ = forkGeneration();
};

class CardObjects {
public:
  void add(CardObject &object) {
    std::lock_guard guard(lock_);
    of(object).insert(&object);
  }
  void remove(CardObject &object) {
    std::lock_guard guard(lock_);
    of(object).erase(&object);
  }
  void endAll() {
    std::lock_guard guard(lock_);
    for (auto &objects : byKind_) {
      for (CardObject *object : objects)
        object->leaveCard();
      objects.clear();
    }
  }

private:
  std::set<CardObject *> &of(const CardObject &object) {
    return byKind_[static_cast<size_t>(object.kind())];
  }

  std::mutex lock_;
  std::array<std::set<CardObject *>, CardObject::kinds> byKind_;
};

} // namespace dpa::verbs

#endif
