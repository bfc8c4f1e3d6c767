// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When a trace is recorded, and when it is complete.
#include "emulator/cpu/block-trace.h"

#include <algorithm>
#include <new>

namespace dpa::cpu {
namespace {

/// A gap between two samples, as a part of the time since the trace before.
constexpr uint64_t gapShare = 64;
constexpr uint64_t differentMax = 4000; ///< instructions in one sample

} // namespace

void BlockTrace::begin(uint64_t now, Privilege privilege) {
  if (blocks_.empty() && !hasChanged_)
    privilege_ = privilege;
  try {
    blocks_.reserve(blocksMax);
    // NOLINTNEXTLINE(bugprone-empty-catch): the trace stays empty, nothing is translated again
  } catch (const std::bad_alloc &) {
  }
  isRecording_ = true;
  sliceBegin_ = now;
  if (blocks_.size() < blocks_.capacity())
    blocks_.push_back(nullptr);
}

bool BlockTrace::end(uint64_t now) {
  isRecording_ = false;
  recorded_ += now - sliceBegin_;
  inSample_ += now - sliceBegin_;
  if (inSample_ >= sliceMax()) {
    inSample_ = 0;
    ++samples_;
    due_ = now + (now - periodBegin_) / gapShare;
    if (samples_ == 1 && !hasChanged_ && hasMostlyOthers())
      changePrivilege();
  }
  return recorded_ >= options_.length || blocks_.size() >= blocksMax;
}

/// Once in a trace: otherwise one of equal shares would never be complete.
void BlockTrace::changePrivilege() {
  clear();
  hasChanged_ = true;
  privilege_ =
      privilege_ == Privilege::User ? Privilege::Machine : Privilege::User;
}

bool BlockTrace::isTooWide() const {
  std::vector<const Block *> blocks(blocks_);
  std::sort(blocks.begin(), blocks.end());
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
  uint64_t different = 0;
  for (const Block *block : blocks)
    different += block == nullptr ? 0 : block->retires;
  return different > differentMax;
}

void BlockTrace::finish(uint64_t now, bool gained) {
  clear();
  periodBegin_ = now;
  due_ = std::max(now * (gained ? options_.growth : options_.growthWithoutGain),
                  now + options_.after);
}

void BlockTrace::restart(uint64_t now) {
  clear();
  periodBegin_ = now;
  due_ = now + options_.after;
}

void BlockTrace::clear() {
  std::vector<const Block *>().swap(blocks_); // harts are many, traces are rare
  others_ = 0;
  hasChanged_ = false;
  recorded_ = 0;
  inSample_ = 0;
  samples_ = 0;
}

} // namespace dpa::cpu
