// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Places of dump files: see dump-file.h.
#include "runtime/host/process/dump-file.h"

#include <cerrno>
#include <filesystem>
#include <unistd.h>

namespace dpa::host {

Result<void> writeDumpTo(const std::string &path, const DumpWriter &write) {
  std::error_code unknown;
  const std::filesystem::file_status status =
      std::filesystem::status(path, unknown);
  if (std::filesystem::exists(status) &&
      !std::filesystem::is_regular_file(status))
    return Error{path + ": is not a regular file"};
  return write(path);
}

std::string automaticDumpName(const std::string &device, uint32_t process) {
  constexpr size_t programMax = 64; // leaves room: names have 255 bytes at most
  return std::string(program_invocation_short_name).substr(0, programMax) +
         "." + std::to_string(::getpid()) + "." + device + "." +
         std::to_string(process) + ".core";
}

Result<std::string> writeDump(const DumpName &name, const DumpWriter &write) {
  const std::string stem = name.outfile.empty() ? "flexio_dev" : name.outfile;
  const std::string file =
      stem + "." + std::to_string(name.process) + "." + name.kind;
  const Result<void> first = writeDumpTo(file, write);
  if (first)
    return file;
  if (file.starts_with('/'))
    return first.error();
  const std::string other = "/tmp/" + file;
  const Result<void> second = writeDumpTo(other, write);
  if (second)
    return other;
  return Error{first.error().message + "; " + second.error().message};
}

} // namespace dpa::host
