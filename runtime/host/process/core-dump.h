// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The core dump of a process that has ended: what its device shows of it, with
// names of its image and of the host program.
#ifndef DPA_RUNTIME_HOST_PROCESS_CORE_DUMP_H
#define DPA_RUNTIME_HOST_PROCESS_CORE_DUMP_H

#include "image/core-file.h"
#include "runtime/host/process/process.h"

namespace dpa::host {

/// What image::writeCore() takes; it refers to the memory of the process. Error:
/// the process is alive.
Result<image::CoreContents> coreOf(FlexioProcess &process);

/// Writes a core of automaticDumpName() into `folder`; errors and the name go into
/// the log.
void writeAutomaticDump(FlexioProcess &process,
                        const std::string &folder) noexcept;

/// Such as "'handler' waits for an event", for reports and debuggers.
std::string describeThread(const StoppedThread &thread,
                           const image::DeviceElf &elf);

} // namespace dpa::host

#endif
