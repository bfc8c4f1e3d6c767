// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Changes a configuration file: adds and removes partitions and groups, and
// leaves every other byte of it, comments too. A text goes in and a text comes
// out; nothing is written to disk but by editConfiguration, and that only as a
// whole.
#ifndef DPA_EMULATOR_CONFIGURATION_CONFIGURATION_EDIT_H
#define DPA_EMULATOR_CONFIGURATION_CONFIGURATION_EDIT_H

#include "emulator/configuration/configuration.h"

#include <functional>

namespace dpa {

/// What the texts are edited with. False: `error` says why not.
using ConfigurationEdit =
    std::function<bool(std::string &text, std::string &error)>;

/// Edits a file under a lock, so that editors do not lose each other's work;
/// readers see the old or the new file. The new text has to be a good
/// configuration. Errors name the file.
bool editConfiguration(const std::string &file, const ConfigurationEdit &edit,
                       std::string &error);

/// Adds to the device of this name, behind all that it has.
bool addPartition(std::string &text, const std::string &device,
                  const EuPartition &partition, std::string &error);
bool addGroup(std::string &text, const std::string &device,
              const EuGroup &group, std::string &error);

/// Removes the one with this id.
bool removePartition(std::string &text, const std::string &device, uint32_t id,
                     std::string &error);
bool removeGroup(std::string &text, const std::string &device, uint32_t id,
                 std::string &error);

} // namespace dpa

#endif
