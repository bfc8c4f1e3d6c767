// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Messages on standard error. See report.h.
#include "driver/processes/report.h"

#include "base/message-text.h"
#include "driver/processes/cleanup.h"

#include "llvm/Support/raw_ostream.h"

#include <atomic>
#include <mutex>

namespace dpa::driver {

static std::atomic<unsigned> errorCount;
static const char *programName = "dpacc";

static void print(const llvm::Twine &line) {
  static std::mutex mutex;
  std::lock_guard lock(mutex);
  if (isProgramEnding())
    return;
  llvm::outs().flush();
  llvm::errs() << line;
}

void setProgramName(const char *name) {
  programName = name;
}

const char *formatOf(Problem problem) {
  static const char *const texts[] = {
#define DPA_PROBLEM(ENUMERATOR, TEXT) TEXT,
#include "driver/processes/messages.def"
  };
  return texts[static_cast<size_t>(problem)];
}

void reportForeign(const llvm::Twine &message) {
  ++errorCount;
  print(programName + llvm::Twine(": error: ") + printable(message.str()) +
        "\n");
}

void reportForeign(llvm::StringRef file, const llvm::Twine &message) {
  reportForeign(file + ": " + message);
}

void reportWarning(const llvm::Twine &message) {
  print(llvm::Twine(programName) + ": warning: " + printable(message.str()) +
        "\n");
}

void reportNote(const llvm::Twine &message) {
  print(programName + llvm::Twine(": note: ") + printable(message.str()) +
        "\n");
}

void reportText(llvm::StringRef text) {
  print(text);
}

int finishStandardOutput(int status) {
  llvm::raw_fd_ostream &out = llvm::outs();
  out.flush();
  if (!out.has_error())
    return status;
  reportErrorIn("standard output", Problem::OutputUnwritable,
                out.error().message());
  out.clear_error();
  return 1;
}

bool hasErrors() {
  return errorCount != 0;
}

} // namespace dpa::driver
