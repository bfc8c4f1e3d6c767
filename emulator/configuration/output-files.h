// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The files that settings name: two outputs, or an output and an input, must not be one
// file, and what is written at the end of a process must be writable at its start.
// Creates and changes nothing. Must not allocate unless there is an error, since
// addresses of the program's memory must not depend on whether there are such files.
#ifndef DPA_EMULATOR_CONFIGURATION_OUTPUT_FILES_H
#define DPA_EMULATOR_CONFIGURATION_OUTPUT_FILES_H

#include "emulator/configuration/configuration.h"

namespace dpa {

/// False, with a message in `error`: a file or folder that is written at the end of
/// a process cannot be written. Recordings and captures are written from the start and
/// are not checked here.
bool checkOutputFiles(const DeviceSettings &settings, std::string &error);

/// The same for a file that a setting of the program names.
bool checkOutputFile(const char *setting, const std::string &file,
                     std::string &error);

} // namespace dpa

#endif
