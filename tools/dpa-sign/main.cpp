// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dpa-sign: signs device programs in host files, and what a device needs to trust
// them. Also called mlxdpa or mstdpa, whose form of errors it then has.
#include "tools/dpa-sign/actions.h"

#include "tools/command-line/original-name.h"

#include <filesystem>
#include <map>

using namespace dpa;
using namespace dpa::sign;

int main(int argc, char **argv) {
  static const std::map<std::string_view, Action *> actions = {
      {"list_dpa_apps", listPrograms},
      {"sign_dpa_apps", signPrograms},
      {"create_signing_input", createSigningInput},
      {"attach_signature", attachSignatures},
      {"verify", verifyPrograms},
      {"create_cert_container", createContainer},
      {"sign_cert_container", signContainer}};
  const std::string name = std::filesystem::path(argv[0]).filename();
  tools::CommandLine line = makeCommandLine(name.c_str());
  if (const std::optional<int> status = line.parse(argc, argv))
    return *status;
  const Result<Options> options = readOptions(line);
  const Result<void> done = options
                                ? actions.at(options->command)(line, *options)
                                : Result<void>(options.error());
  return tools::finishAs(line, {"dpa-sign", name, 1}, done);
}
