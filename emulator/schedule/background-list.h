// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The background work that is posted, in the order of its turns. Does not
// allocate. Not thread safe, but states change at any time.
#ifndef DPA_EMULATOR_SCHEDULE_BACKGROUND_LIST_H
#define DPA_EMULATOR_SCHEDULE_BACKGROUND_LIST_H

#include "emulator/schedule/background.h"

#include <cstddef>

namespace dpa {

class BackgroundList {
public:
  BackgroundList() = default;
  ~BackgroundList();
  BackgroundList(const BackgroundList &) = delete;
  BackgroundList &operator=(const BackgroundList &) = delete;

  bool empty() const { return first_ == nullptr; }
  /// Moves all work of the other list to the end of this one.
  void append(BackgroundList &other);
  /// No effect if the work is posted already.
  void add(std::shared_ptr<BackgroundWork> work);

  size_t countReady(uint64_t now) const;
  /// Moves the ready work of this index to the end of the list and returns it;
  /// null if there are fewer.
  std::shared_ptr<BackgroundWork> takeReady(size_t index, uint64_t now);
  /// The earliest moment at which waiting work becomes ready; UINT64_MAX if none
  /// has one.
  uint64_t due() const;

  /// Removes an idle work; null if there is none. The caller must release its
  /// locks before it drops the result.
  std::shared_ptr<BackgroundWork> takeIdle(uint64_t now);
  /// The same in two steps: nothing is idle if the place is null.
  struct Place {
    BackgroundWork *before = nullptr;
    BackgroundWork *work = nullptr;
  };
  Place findIdle(uint64_t now) const;
  std::shared_ptr<BackgroundWork> remove(const Place &place);

private:
  void unlink(const Place &place);
  void link(BackgroundWork *work);

  BackgroundWork *first_ = nullptr;
  BackgroundWork *last_ = nullptr;
};

} // namespace dpa

#endif
