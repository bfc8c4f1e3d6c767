// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dpa-app-attributes2blob: process attributes from YAML to a blob. Exit status
// 0, or 1 with an error on standard error and no output file.
#include "image/file.h"
#include "tools/app-attributes2blob/yaml-reader.h"
#include "tools/command-line/option-table.h"

using namespace dpa;
using namespace dpa::image;

static constexpr dpa::tools::Program program = {
    "dpa-app-attributes2blob",
    "dpa-app-attributes2blob: turns process attributes, written as YAML, into "
    "the blob for dpacc --dpa-proc-attr",
    "dpa-app-attributes2blob <in.yaml> <out.blob>"};

static int run(const dpa::tools::CommandLine &line) {
  const std::vector<std::string> files = line.inputs();
  if (files.size() != 2)
    return line.fail({"expected two files, <in.yaml> and <out.blob>, got " +
                      std::to_string(files.size())});
  const Result<Bytes> text = readFile(files[0]);
  if (!text)
    return line.fail(text.error());
  const std::optional<std::vector<ProcessAttribute>> attributes =
      dpa::attributes::readYaml(textOf(*text), files[0]);
  if (!attributes)
    return 1;
  const Result<Bytes> blob = encodeProcessAttributes(*attributes);
  if (!blob)
    return line.fail(blob.error().in(files[0]));
  return line.finish(writeFile(files[1], *blob));
}

int main(int argc, char **argv) {
  dpa::tools::CommandLine line(program, optionTable(), commonOptions);
  if (const std::optional<int> status = line.parse(argc, argv))
    return *status;
  return run(line);
}
