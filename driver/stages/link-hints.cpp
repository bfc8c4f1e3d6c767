// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks for known names in the linker's messages. See link-hints.h.
#include "driver/stages/link-hints.h"

#include "driver/checks/checked-file.h"
#include "driver/processes/report.h"
#include "image/elf-file.h"
#include "image/file.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <optional>
#include <set>

using llvm::StringRef;

namespace dpa::driver {

/// The names that the device's C library leaves to its user; nothing for any other.
static std::optional<Problem> hintFor(StringRef symbol) {
  using Hint = std::optional<Problem>;
  return llvm::StringSwitch<Hint>(symbol)
      .Cases({"__heap_start", "__heap_end", "sbrk"}, Problem::HintHeap)
      .Cases({"stdin", "stdout", "stderr"}, Problem::HintConsole)
      .Cases({"open", "close", "read", "write", "lseek", "unlink", "fstat"},
             Problem::HintFiles)
      .Cases({"gettimeofday", "clock_gettime", "usleep", "times"},
             Problem::HintClock)
      .Case("getentropy", Problem::HintRandom)
      .Cases({"getpid", "kill", "raise", "fork", "_fork", "execve"},
             Problem::HintProcesses)
      .StartsWith("__asan_", Problem::HintInstrumentation)
      .StartsWith("__hwasan_", Problem::HintInstrumentation)
      .StartsWith("__msan_", Problem::HintInstrumentation)
      .StartsWith("__tsan_", Problem::HintInstrumentation)
      .StartsWith("__ubsan_", Problem::HintInstrumentation)
      .StartsWith("__sanitizer_", Problem::HintInstrumentation)
      .StartsWith("__llvm_prf", Problem::HintInstrumentation)
      .StartsWith("__llvm_profile_", Problem::HintInstrumentation)
      .StartsWith("llvm_gc", Problem::HintInstrumentation)
      .StartsWith("__gcov_", Problem::HintInstrumentation)
      .StartsWith("__cyg_profile_", Problem::HintInstrumentation)
      .Default(Hint());
}

static bool hasConstructors(const CheckedFile &object) {
  auto read = image::readElf(object.bytes);
  return read && llvm::any_of(read->sections, [](const auto &section) {
           StringRef name = section.name;
           return !section.bytes.empty() &&
                  llvm::any_of(
                      llvm::ArrayRef<StringRef>{".init_array", ".preinit_array",
                                                ".fini_array", ".ctors",
                                                ".dtors"},
                      [&](StringRef with) { return name.starts_with(with); });
         });
}

/// Objects that the plugin has not seen; the linker script sees only their sum.
static void reportConstructors(llvm::ArrayRef<std::string> given) {
  std::string names;
  for (const std::string &file : given)
    if (auto bytes = image::readFile(file))
      for (const CheckedFile &object : objectsIn({file, *bytes}, 0))
        if (hasConstructors(object))
          names += (names.empty() ? "'" : ", '") + object.name + "'";
  if (!names.empty())
    reportNote(messageText(Problem::HintConstructors, names));
}

void reportLinkHints(StringRef messages, llvm::ArrayRef<std::string> given) {
  if (messages.contains("cannot have constructors"))
    reportConstructors(given);
  std::set<Problem> hints;
  for (StringRef line : llvm::split(messages, '\n'))
    // The second is what an expression of the linker script lacks.
    for (const char *what : {"undefined symbol: ", "symbol not found: "})
      if (std::optional<Problem> hint = hintFor(line.split(what).second))
        hints.insert(*hint);
  // arc4random ends the program by a signal.
  if (hints.contains(Problem::HintRandom))
    hints.erase(Problem::HintProcesses);
  for (Problem hint : hints)
    reportNote(messageText(hint));
}

} // namespace dpa::driver
