// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs lld as a library. See link.h.
#include "driver/link.h"

#include "driver/cleanup.h"
#include "driver/link-hints.h"
#include "driver/report.h"

#include "lld/Common/Driver.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/raw_ostream.h"

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
    llvm::errs().write(data, size);
  }
  uint64_t current_pos() const override { return text.size(); }
};

} // namespace

bool runLinker(const Arguments &arguments, llvm::StringRef what) {
  std::vector<const char *> argv = {"ld.lld"};
  for (const std::string &argument : arguments)
    argv.push_back(argument.c_str());
  // Where lld cannot go on it exits; under a recovery context it comes back instead. Crashes stay ours.
  llvm::CrashRecoveryContext::Enable();
  handleCrashes();
  RememberedErrors errors;
  lld::Result result =
      lld::lldMain(argv, llvm::outs(), errors, {{lld::Gnu, &lld::elf::link}});
  llvm::CrashRecoveryContext::Disable();
  if (result.retCode != 0) {
    reportError(Problem::LinkFailed, what, result.retCode);
    reportLinkHints(errors.text);
  }
  return result.retCode == 0;
}

} // namespace dpa::driver
