// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Leaks by place, and the sums: see heap-check-end.h.
#include "runtime/host/process/heap-check-end.h"

#include "emulator/interface/heap-check.h"
#include "runtime/host/process/host-place.h"
#include "runtime/host/support/log.h"

#include <map>

namespace dpa::host {
namespace {

/// Buffers of one place.
struct Leak {
  uint64_t buffers = 0;
  uint64_t bytes = 0;
};

} // namespace

void reportHeapCheck(const char *call, FlexioProcess &process) {
  const HeapChecker *checker = process.deviceProcess().heapChecker();
  if (!checker)
    return;
  std::map<const void *, Leak> leaks;
  Leak sum;
  for (const HeapBuffer &buffer : process.heap().buffers()) {
    Leak &leak = leaks[buffer.caller];
    ++leak.buffers;
    leak.bytes += buffer.size;
    ++sum.buffers;
    sum.bytes += buffer.size;
  }
  for (const auto &[caller, leak] : leaks)
    logError("heap check",
             "process %s: %llu bytes in %llu buffers allocated at "
             "%s were not freed",
             process.title().c_str(),
             static_cast<unsigned long long>(leak.bytes),
             static_cast<unsigned long long>(leak.buffers),
             placeOfCaller(caller).c_str());
  const uint64_t errors = checker->violations();
  const auto log = errors != 0 || sum.buffers != 0 ? logError : logInfo;
  log("heap check",
      "process %s: %llu errors at %llu places; %llu bytes in %llu buffers were "
      "not freed at %s",
      process.title().c_str(), static_cast<unsigned long long>(errors),
      static_cast<unsigned long long>(process.reports().heapPlaces()),
      static_cast<unsigned long long>(sum.bytes),
      static_cast<unsigned long long>(sum.buffers), call);
}

} // namespace dpa::host
