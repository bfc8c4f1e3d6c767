// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dpa-config: configuration files of devices, and settings of emulated devices.
// Called as mlxconfig or mstconfig, it uses the format of their errors.
#include "tools/command-line/original-name.h"
#include "tools/dpa-config/actions.h"

#include <filesystem>
#include <map>

using namespace dpa;
using namespace dpa::config;

int main(int argc, char **argv) {
  static const std::map<std::string_view, Action *> actions = {
      {"gen_tlvs_file", listTlvs},
      {"gen_xml_template", makeXmlTemplate},
      {"create_conf", createFile},
      {"apply", applyFile},
      {"query", query},
      {"set", setValues},
      {"reset", resetValues}};
  const std::string name = std::filesystem::path(argv[0]).filename();
  tools::CommandLine line = makeCommandLine(name.c_str());
  if (const std::optional<int> status = line.parse(argc, argv))
    return *status;
  const Result<Options> options = readOptions(line);
  const Result<void> done = options
                                ? actions.at(options->command)(line, *options)
                                : Result<void>(options.error());
  return tools::finishAs(line, {"dpa-config", name, 3}, done);
}
