// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The setting "profile" and its text: FILE[,format=NAME][,frequency=HZ].
#ifndef DPA_EMULATOR_CONFIGURATION_PROFILE_SETTING_H
#define DPA_EMULATOR_CONFIGURATION_PROFILE_SETTING_H

#include "emulator/configuration/file-name.h"
#include "emulator/interface/profile.h"

#include <string>

namespace dpa {

/// Samples of what device code executes.
struct ProfileSetting {
  static constexpr uint64_t frequencyDefault = 1000;
  static constexpr uint64_t frequencyMax = 10'000'000;

  FileName file; ///< a pattern (base/file-pattern.h); empty: no profile
  ProfileFormat format = ProfileFormat::Text;
  uint64_t frequency = frequencyDefault; ///< of each execution unit, in Hz

  bool operator==(const ProfileSetting &) const = default;
};

/// False, with what is wrong in `error` ("expected ..., got ..."), or without: the
/// text is not such a setting. A name of a file has no comma.
bool parseProfileSetting(std::string_view text, ProfileSetting &setting,
                         std::string &error);

/// Empty: no profile.
std::string profileText(const ProfileSetting &setting);

} // namespace dpa

#endif
