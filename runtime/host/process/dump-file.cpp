// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Places of dump files: see dump-file.h.
#include "runtime/host/process/dump-file.h"

namespace dpa::host {

Result<std::string>
writeDump(const DumpName &name,
          const std::function<Result<void>(const std::string &path)> &write) {
  const std::string stem = name.outfile.empty() ? "flexio_dev" : name.outfile;
  const std::string file =
      stem + "." + std::to_string(name.process) + "." + name.kind;
  const Result<void> first = write(file);
  if (first)
    return file;
  if (file.starts_with('/'))
    return first.error();
  const std::string other = "/tmp/" + file;
  const Result<void> second = write(other);
  if (second)
    return other;
  return Error{first.error().message + "; " + second.error().message};
}

} // namespace dpa::host
