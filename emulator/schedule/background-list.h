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

private:
  std::shared_ptr<BackgroundWork> remove(BackgroundWork *before,
                                         BackgroundWork *work);

  BackgroundWork *first_ = nullptr;
  BackgroundWork *last_ = nullptr;
};

} // namespace dpa

#endif
