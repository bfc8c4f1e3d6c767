// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// verify: checks the signatures of all programs of a host file as a device does.
#include "authentication/program-check.h"
#include "base/message-text.h"
#include "tools/dpa-sign/actions.h"
#include "tools/dpa-sign/host-programs.h"
#include "tools/dpa-sign/signing-material.h"

#include "llvm/Support/raw_ostream.h"

namespace dpa::sign {

Result<void> verifyPrograms(const tools::CommandLine &line,
                            const Options &options) {
  const Result<HostFile> file = readHostFile(options.hostFile);
  if (!file)
    return file.error();
  std::vector<auth::Certificate> roots;
  if (!options.root.empty()) {
    Result<auth::Certificate> root = readRootFile(options.root);
    if (!root)
      return root.error();
    roots.push_back(*std::move(root));
  } else {
    line.note("without --root any chain is accepted that is correct in itself");
  }
  size_t refusedCount = 0;
  for (const Program &program : file->programs) {
    const auto refused = auth::checkProgram(
        {program.elf, program.cryptoData, program.attributes},
        options.root.empty() ? nullptr : &roots);
    llvm::outs() << printable(program.title()) << ": ";
    if (refused)
      llvm::outs() << auth::nameOf(refused->reason) << ": "
                   << printable(refused->detail) << "\n";
    else
      llvm::outs() << "signature is valid\n";
    refusedCount += refused ? 1 : 0;
  }
  if (refusedCount == 0)
    return {};
  return Error{options.hostFile + ": " + std::to_string(refusedCount) + " of " +
               std::to_string(file->programs.size()) +
               " programs would be refused by a device"};
}

} // namespace dpa::sign
