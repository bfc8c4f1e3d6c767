// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Changes a configuration file: adds and removes partitions and groups, and
// keeps every other byte, comments too. The functions edit a text; only
// editConfiguration writes to disk, the whole file or nothing.
#ifndef DPA_EMULATOR_CONFIGURATION_CONFIGURATION_EDIT_H
#define DPA_EMULATOR_CONFIGURATION_CONFIGURATION_EDIT_H

#include "emulator/configuration/configuration.h"

#include <functional>

namespace dpa {

/// Changes a text. On failure it returns false and sets `error`.
using ConfigurationEdit =
    std::function<bool(std::string &text, std::string &error)>;

/// Edits a file under a lock, so that concurrent edits are not lost; readers see
/// the old or the new file. The new text must be a valid configuration. Errors
/// name the file.
bool editConfiguration(const std::string &file, const ConfigurationEdit &edit,
                       std::string &error);

/// Appends to the device of this name.
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
