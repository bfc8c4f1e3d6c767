// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text to setting and back: see profile-setting.h.
#include "emulator/configuration/profile-setting.h"

#include "base/file-pattern.h"
#include "base/parse-number.h"

#include <vector>

namespace dpa {
namespace {

/// In the order of ProfileFormat.
constexpr std::string_view formatNames[] = {"text", "folded", "callgrind"};

bool parseFormat(std::string_view text, ProfileFormat &format) {
  const auto *found = std::ranges::find(formatNames, text);
  if (found == std::end(formatNames))
    return false;
  format = static_cast<ProfileFormat>(found - formatNames);
  return true;
}

bool parseFrequency(std::string_view text, uint64_t &frequency) {
  return parseNumber(text, frequency) && frequency != 0 &&
         frequency <= ProfileSetting::frequencyMax;
}

/// The part before the next comma, which is removed with it.
std::string_view takePart(std::string_view &text) {
  const std::string_view part = text.substr(0, text.find(','));
  text.remove_prefix(std::min(part.size() + 1, text.size()));
  return part;
}

bool parseOption(std::string_view option, ProfileSetting &setting,
                 std::string &error) {
  const size_t equal = option.find('=');
  const std::string_view name = option.substr(0, equal);
  const std::string_view value =
      equal == option.npos ? "" : option.substr(equal + 1);
  const char *expected = "format=... or frequency=... after the file";
  if (name == "format") {
    if (parseFormat(value, setting.format))
      return true;
    expected = value == "pprof"
                   ? "format folded or callgrind instead of pprof, which is "
                     "not supported"
                   : "format text, folded or callgrind";
  } else if (name == "frequency") {
    if (parseFrequency(value, setting.frequency))
      return true;
    expected = "frequency of 1 to 10000000 Hz";
  }
  error = "expected " + std::string(expected) + ", got '" +
          std::string(option) + "'";
  return false;
}

} // namespace

bool parseProfileSetting(std::string_view text, ProfileSetting &setting,
                         std::string &error) {
  ProfileSetting parsed;
  const std::string_view file = takePart(text);
  if (!expandFilePattern(file, "") || !parsed.file.assign(file))
    return false;
  std::vector<std::string_view> given;
  while (!text.empty()) {
    const std::string_view option = takePart(text);
    const std::string_view name = option.substr(0, option.find('='));
    if (!parseOption(option, parsed, error))
      return false;
    if (std::ranges::find(given, name) != given.end()) {
      error = std::string(name) + ": is given twice";
      return false;
    }
    given.push_back(name);
  }
  setting = parsed;
  return true;
}

std::string profileText(const ProfileSetting &setting) {
  if (setting.file.empty())
    return "";
  std::string text(setting.file.view());
  if (setting.format != ProfileFormat::Text)
    text += ",format=" +
            std::string(formatNames[static_cast<size_t>(setting.format)]);
  if (setting.frequency != ProfileSetting::frequencyDefault)
    text += ",frequency=" + std::to_string(setting.frequency);
  return text;
}

} // namespace dpa
