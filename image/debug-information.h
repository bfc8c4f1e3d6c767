// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Debug information of a device image, opened once for many addresses: source
// lines, inlined functions and callers. Damaged information gives less or wrong
// places, never a failure. Not thread safe.
#ifndef DPA_IMAGE_DEBUG_INFORMATION_H
#define DPA_IMAGE_DEBUG_INFORMATION_H

#include "image/call-frames.h"
#include "image/inline-calls.h"
#include "image/line-table.h"

#include <memory>

namespace dpa::image {

class DebugInformation {
public:
  /// The bytes must outlive it.
  explicit DebugInformation(ByteView image);
  ~DebugInformation();
  DebugInformation(const DebugInformation &) = delete;
  DebugInformation &operator=(const DebugInformation &) = delete;

  /// As findLine(), findInlineCalls() and findCallers().
  std::optional<SourceLine> lineAt(uint64_t address);
  std::vector<InlineCall> inlineCallsAt(uint64_t address);
  std::vector<uint64_t> callersOf(const ThreadState &thread);

private:
  struct State;
  const std::unique_ptr<State> state_;
};

} // namespace dpa::image

#endif
