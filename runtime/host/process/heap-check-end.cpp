// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Leaks by place, and the sums: see heap-check-end.h.
#include "runtime/host/process/heap-check-end.h"

#include "emulator/interface/heap-check.h"
#include "runtime/host/process/host-place.h"
#include "runtime/host/support/log.h"

#include <map>
#include <new>
#include <set>

namespace dpa::host {
namespace {

/// Buffers of one place.
struct Leak {
  uint64_t buffers = 0;
  uint64_t bytes = 0;
};

std::string countText(uint64_t count, const char *what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string textOf(const Leak &leak) {
  return countText(leak.bytes, "byte") + " in " +
         countText(leak.buffers, "buffer") +
         (leak.buffers == 1 ? " was not freed" : " were not freed");
}

} // namespace

void reportHeapCheck(const char *call, FlexioProcess &process) {
  const HeapChecker *checker = process.deviceProcess().heapChecker();
  if (!checker)
    return;
  std::map<std::string, Leak> leaks;
  Leak sum;
  const auto count = [&](const std::string &place, uint64_t size) {
    Leak &leak = leaks[place];
    for (Leak *each : {&leak, &sum}) {
      ++each->buffers;
      each->bytes += size;
    }
  };
  for (const HeapBuffer &buffer : process.heap().buffers())
    count(placeOfCaller(buffer.caller), buffer.size);
  for (const HeapBlock &block : checker->deviceBlocks())
    count(block.allocatedAt.empty() ? "an unknown place" : block.allocatedAt,
          block.size);
  for (const auto &[place, leak] : leaks)
    logWarning("heap check", "process %s: allocated at %s: %s",
               process.title().c_str(), place.c_str(), textOf(leak).c_str());
  const uint64_t errors = checker->violations();
  const auto log = errors != 0        ? logError
                   : sum.buffers != 0 ? logWarning
                                      : logInfo;
  log("heap check", "process %s: %s at %s; %s at %s", process.title().c_str(),
      countText(errors, "error").c_str(),
      countText(process.reports().heapPlaces(), "place").c_str(),
      textOf(sum).c_str(), call);
}

namespace {

/// At a regular end of the program: processes that it has not destroyed. Units may still
/// run.
[[gnu::destructor]] void reportLiveProcesses() noexcept try {
  std::set<const FlexioProcess *> seen;
  for (;;) {
    const auto [handle, process] = processes().findIf(
        [&](const FlexioProcess &each) { return !seen.contains(&each); });
    if (!process)
      return;
    seen.insert(process.get());
    reportHeapCheck("the end of the program", *process);
  }
} catch (const std::bad_alloc &) {
  logWarning("heap check", "out of memory: leaks are not reported");
}

} // namespace
} // namespace dpa::host
