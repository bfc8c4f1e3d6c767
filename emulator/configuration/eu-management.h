// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Partitions and groups of execution units (EUs). A partition gives EUs of a
// card to some of its functions, which see them as numbers from 0 on; a group
// is a set of EUs of one function that threads may request. Also lists of EUs
// as text: "0-5,8".
#ifndef DPA_EMULATOR_CONFIGURATION_EU_MANAGEMENT_H
#define DPA_EMULATOR_CONFIGURATION_EU_MANAGEMENT_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dpa {

struct DeviceSettings;

/// Groups of one function; partitions of one card; longest name of a group.
constexpr size_t euGroupsMax = 64;
constexpr size_t euPartitionsMax = 64;
constexpr size_t euGroupNameMax = 63;

struct EuGroup {
  uint32_t id = 0;
  std::string name;
  std::vector<uint32_t> eus; ///< numbers as the function sees them; ascending
  bool operator==(const EuGroup &) const = default;
};

struct EuPartition {
  uint32_t id = 0;
  std::vector<uint32_t> vhcas;      ///< the functions that have it; ascending
  std::vector<uint32_t> eus;        ///< of the card; ascending
  uint32_t groupsMax = euGroupsMax; ///< groups that each function may have
  bool operator==(const EuPartition &) const = default;
};

/// The numbers of a list of numbers and ranges, ascending and each once; nothing
/// if the text is not such a list, is empty or has a number beyond `last`.
std::optional<std::vector<uint32_t>> parseNumberList(std::string_view text,
                                                     uint32_t last);
/// The shortest text of such a list.
std::string numberListText(const std::vector<uint32_t> &numbers);

/// A name of 1 to euGroupNameMax letters, digits, '_', '-', '.' or blanks.
bool isGroupName(std::string_view name);

/// False, with a message in `error`, if partitions and groups do not fit the
/// device or each other.
bool checkEuManagement(const DeviceSettings &settings, std::string &error);

} // namespace dpa

#endif
