// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks for known names in the linker's messages. See link-hints.h.
#include "driver/stages/link-hints.h"

#include "driver/processes/report.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <optional>
#include <set>

using llvm::StringRef;

namespace dpa::driver {

/// Names that the device's C library leaves to its user, and those of the compiler's run-time
/// libraries that the device does not have; nothing for any other.
static std::optional<Problem> hintFor(StringRef symbol) {
  using Hint = std::optional<Problem>;
  return llvm::StringSwitch<Hint>(symbol)
      .Cases({"__heap_start", "__heap_end", "sbrk"}, Problem::HintHeap)
      .Cases({"stdin", "stdout", "stderr"}, Problem::HintConsole)
      .Cases({"open", "close", "read", "write", "lseek", "unlink", "fstat",
              "stat"},
             Problem::HintFiles)
      .Cases({"gettimeofday", "clock_gettime", "usleep", "times"},
             Problem::HintClock)
      .Case("getentropy", Problem::HintRandom)
      .Cases({"getpid", "kill", "sigprocmask"}, Problem::HintSignals)
      .StartsWith("__asan_", Problem::HintSanitizer)
      .StartsWith("__hwasan_", Problem::HintSanitizer)
      .StartsWith("__tsan_", Problem::HintSanitizer)
      .StartsWith("__ubsan_", Problem::HintSanitizer)
      .StartsWith("__sanitizer_cov_", Problem::HintCoverage)
      .StartsWith("__cyg_profile_", Problem::HintCoverage)
      .StartsWith("__llvm_profile_", Problem::HintCoverage)
      .StartsWith("llvm_gcda_", Problem::HintCoverage)
      .Default(Hint());
}

void reportLinkHints(StringRef messages) {
  std::set<Problem> hints;
  for (StringRef line : llvm::split(messages, '\n'))
    // The second is what an expression of the linker script lacks.
    for (const char *what : {"undefined symbol: ", "symbol not found: "})
      if (std::optional<Problem> hint = hintFor(line.split(what).second))
        hints.insert(*hint);
  // Other parts of the C library call raise() as well, such as arc4random().
  if (hints.size() > 1)
    hints.erase(Problem::HintSignals);
  for (Problem hint : hints)
    reportNote(messageText(hint));
}

} // namespace dpa::driver
