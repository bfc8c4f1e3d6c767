// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs lld as a library. See link.h.
#include "driver/stages/link.h"

#include "driver/processes/cleanup.h"
#include "driver/processes/isolated-run.h"
#include "driver/processes/report.h"
#include "driver/stages/link-hints.h"

#include "lld/Common/Driver.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>

LLD_HAS_DRIVER(elf)

namespace dpa::driver {

namespace {

/// Standard error that remembers what was written to it.
class RememberedErrors : public llvm::raw_ostream {
public:
  RememberedErrors() : raw_ostream(true) {}
  std::string text;

private:
  void write_impl(const char *data, size_t size) override {
    text.append(data, size);
    if (!isProgramEnding()) // else its files may be gone
      llvm::errs().write(data, size);
  }
  uint64_t current_pos() const override { return text.size(); }
};

} // namespace

/// In this process or in a copy of it.
static bool linkHere(const Arguments &arguments, llvm::StringRef what,
                     llvm::ArrayRef<std::string> given) {
  std::vector<const char *> argv = {"ld.lld"};
  for (const std::string &argument : arguments)
    argv.push_back(argument.c_str());
  // lld exits after a fatal error; under a recovery context it returns instead. Crashes stay
  // ours.
  llvm::CrashRecoveryContext::Enable();
  handleCrashes();
  RememberedErrors errors;
  lld::Result result =
      lld::lldMain(argv, llvm::outs(), errors, {{lld::Gnu, &lld::elf::link}});
  llvm::CrashRecoveryContext::Disable();
  if (result.retCode != 0) {
    reportError(Problem::LinkFailed, what, result.retCode);
    reportLinkHints(errors.text, given);
  }
  return result.retCode == 0;
}

bool runLinker(const Arguments &arguments, llvm::StringRef what,
               llvm::ArrayRef<std::string> given) {
  if (given.empty())
    return linkHere(arguments, what, given);
  IsolatedResult result =
      runIsolated([&] { return linkHere(arguments, what, given) ? 0 : 1; });
  std::string names = llvm::join(given, "', '");
  if (result.startError != 0)
    reportError(Problem::ChildNotStarted, what, strerror(result.startError));
  else if (result.signal != 0)
    reportError(Problem::InputDamaged, what.str() + ": ld.lld", result.signal,
                strsignal(result.signal), names);
  return result.startError == 0 && result.signal == 0 && result.exitCode == 0;
}

} // namespace dpa::driver
