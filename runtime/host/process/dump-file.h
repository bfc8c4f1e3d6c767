// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of dump files. Those that a program asks for: "<outfile>.<process id>.core",
// or without an outfile "flexio_dev.<process id>.core". A name that does not begin
// with a slash is relative to the current folder; if the file cannot be written
// there, to /tmp. Manual: flexio_coredump_create, flexio_crash_data. Automatic ones
// differ for all processes on the machine, also those of a fork().
#ifndef DPA_RUNTIME_HOST_PROCESS_DUMP_FILE_H
#define DPA_RUNTIME_HOST_PROCESS_DUMP_FILE_H

#include "base/result.h"

#include <cstdint>
#include <functional>
#include <string>

namespace dpa::host {

struct DumpName {
  std::string outfile; ///< empty: none given
  uint32_t process = 0;
  std::string kind; ///< "core" or "crash"
};

using DumpWriter = std::function<Result<void>(const std::string &path)>;

/// Calls write(path) for the first place, and on failure for the other one.
/// Returns the path that was written.
Result<std::string> writeDump(const DumpName &name, const DumpWriter &write);

/// Calls write(path), unless there is something at `path` that is not a regular
/// file: a pipe would block the program.
Result<void> writeDumpTo(const std::string &path, const DumpWriter &write);

/// "<program>.<program's process id>.<device>.<process id>.core"
std::string automaticDumpName(const std::string &device, uint32_t process);

} // namespace dpa::host

#endif
