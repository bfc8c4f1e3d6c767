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
    remove({nullptr, first_});
}

void BackgroundList::add(std::shared_ptr<BackgroundWork> work) {
  if (work->self_)
    return;
  BackgroundWork *added = work.get();
  added->self_ = std::move(work);
  link(added);
}

void BackgroundList::link(BackgroundWork *work) {
  work->next_ = nullptr;
  (last_ ? last_->next_ : first_) = work;
  last_ = work;
}

void BackgroundList::unlink(const Place &place) {
  (place.before ? place.before->next_ : first_) = place.work->next_;
  if (last_ == place.work)
    last_ = place.before;
}

std::shared_ptr<BackgroundWork> BackgroundList::remove(const Place &place) {
  unlink(place);
  return std::exchange(place.work->self_, nullptr);
}

void BackgroundList::append(BackgroundList &other) {
  if (other.empty())
    return;
  (last_ ? last_->next_ : first_) = other.first_;
  last_ = other.last_;
  other.first_ = other.last_ = nullptr;
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
    unlink({before, each});
    link(each);
    return each->self_;
  }
  return nullptr;
}

uint64_t BackgroundList::due() const {
  uint64_t earliest = UINT64_MAX;
  for (const BackgroundWork *each = first_; each; each = each->next_)
    earliest = std::min(earliest, each->due());
  return earliest;
}

BackgroundList::Place BackgroundList::findIdle(uint64_t now) const {
  BackgroundWork *before = nullptr;
  for (BackgroundWork *each = first_; each; before = each, each = each->next_)
    if (each->isIdle(now))
      return {before, each};
  return {};
}

std::shared_ptr<BackgroundWork> BackgroundList::takeIdle(uint64_t now) {
  const Place place = findIdle(now);
  return place.work ? remove(place) : nullptr;
}

} // namespace dpa
