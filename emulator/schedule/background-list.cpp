// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A list whose links are in the work.
#include "emulator/schedule/background-list.h"

#include <algorithm>
#include <utility>

namespace dpa {

using State = BackgroundWork::State;

BackgroundList::~BackgroundList() {
  while (first_)
    remove(nullptr, first_);
}

void BackgroundList::add(std::shared_ptr<BackgroundWork> work) {
  if (work->self_)
    return;
  BackgroundWork *added = work.get();
  added->self_ = std::move(work);
  added->next_ = nullptr;
  (last_ ? last_->next_ : first_) = added;
  last_ = added;
}

std::shared_ptr<BackgroundWork> BackgroundList::remove(BackgroundWork *before,
                                                       BackgroundWork *work) {
  (before ? before->next_ : first_) = work->next_;
  if (last_ == work)
    last_ = before;
  return std::exchange(work->self_, nullptr);
}

size_t BackgroundList::countReady(uint64_t now) const {
  size_t count = 0;
  for (const BackgroundWork *each = first_; each; each = each->next_)
    count += each->state(now) == State::Ready;
  return count;
}

std::shared_ptr<BackgroundWork> BackgroundList::takeReady(size_t index,
                                                          uint64_t now) {
  BackgroundWork *before = nullptr;
  for (BackgroundWork *each = first_; each; before = each, each = each->next_) {
    if (each->state(now) != State::Ready || index-- != 0)
      continue;
    std::shared_ptr<BackgroundWork> found = remove(before, each);
    add(found);
    return found;
  }
  return nullptr;
}

uint64_t BackgroundList::due() const {
  uint64_t earliest = UINT64_MAX;
  for (const BackgroundWork *each = first_; each; each = each->next_)
    earliest = std::min(earliest, each->due());
  return earliest;
}

std::shared_ptr<BackgroundWork> BackgroundList::takeIdle(uint64_t now) {
  BackgroundWork *before = nullptr;
  for (BackgroundWork *each = first_; each; before = each, each = each->next_)
    if (each->state(now) == State::Idle)
      return remove(before, each);
  return nullptr;
}

} // namespace dpa
