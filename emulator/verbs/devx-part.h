// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a DevX object stands for, if that is more than a number: a queue or a protection
// domain. Commands about the object reach it.
#ifndef DPA_EMULATOR_VERBS_DEVX_PART_H
#define DPA_EMULATOR_VERBS_DEVX_PART_H

#include "base/fork-generation.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace dpa::verbs::devx {

using Command = std::span<const std::byte>;
using Answer = std::span<std::byte>;

class QueueEvents;

class Part {
public:
  Part() = default;
  Part(const Part &) = delete;
  Part &operator=(const Part &) = delete;
  virtual ~Part() = default;

  /// 0 or an errno. The answer is 0.
  virtual int modify(Command in, Answer out) = 0;
  virtual int query(Command in, Answer out) = 0;
  /// 0: it has ended, and only its memory is left. Else an errno, and it still exists.
  virtual int end() = 0;
  /// Its asynchronous events; null: none by this way.
  virtual QueueEvents *events() { return nullptr; }

  /// Its number is one of receive queues.
  virtual bool isReceiveQueue() const { return false; }

  /// Made by a parent of this program: must be neither used nor destroyed.
  bool isOfParent() const { return partGeneration_ != forkGeneration(); }

private:
  const uint32_t partGeneration_ = forkGeneration();
};

} // namespace dpa::verbs::devx

#endif
