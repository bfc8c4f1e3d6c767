// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads and writes device.conf (emulator/authentication/device-identity.h).
#include "emulator/authentication/device-identity.h"

#include "base/parse-number.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace dpa::auth {

namespace {

constexpr size_t psidSizeMax = 16;
/// Second number of the first version that supports authentication: DOCA 2.2.0.
constexpr uint32_t firstMinorVersion = 38;
constexpr std::array<std::string_view, 5> identityKeys = {
    "type", "psid", "psid_branch", "fw_version", "auto_reset"};

std::optional<std::array<uint32_t, 3>> parseVersion(std::string_view text) {
  std::array<uint32_t, 3> numbers{};
  for (size_t i = 0; i < numbers.size(); ++i) {
    const size_t dot = i < 2 ? text.find('.') : text.size();
    if (dot == std::string_view::npos ||
        !parseNumber(text.substr(0, dot), numbers[i]))
      return std::nullopt;
    text.remove_prefix(std::min(dot + 1, text.size()));
  }
  return numbers;
}

bool isPlain(std::string_view text, size_t sizeMax) {
  return text.size() <= sizeMax && std::ranges::all_of(text, [](char c) {
           return c > ' ' && c < '\x7f';
         });
}

} // namespace

bool DeviceIdentity::knowsAuthentication() const {
  const auto version = parseVersion(firmwareVersion);
  return version && (*version)[1] >= firstMinorVersion;
}

Result<void> setIdentity(DeviceIdentity &identity, std::string_view key,
                         std::string_view value) {
  const Error bad{"bad value '" + std::string(value) + "' of " +
                  std::string(key)};
  if (key == "type" && isPlain(value, 64) && !value.empty())
    identity.type = value;
  else if (key == "psid" && isPlain(value, psidSizeMax) && !value.empty())
    identity.psid = value;
  else if (key == "psid_branch" && isPlain(value, psidSizeMax))
    identity.psidBranch = value;
  else if (key == "fw_version" && parseVersion(value))
    identity.firmwareVersion = value;
  else if (key == "auto_reset" && (value == "0" || value == "1"))
    identity.isAutoReset = value == "1";
  else if (std::ranges::find(identityKeys, key) == identityKeys.end())
    return Error{"unknown key '" + std::string(key) + "'"};
  else
    return bad;
  return {};
}

Result<DeviceIdentity> parseIdentity(std::string_view text) {
  DeviceIdentity identity;
  std::set<std::string_view> seen;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const size_t equals = line.find('=');
    if (equals == std::string_view::npos)
      return Error{"line '" + std::string(line) + "' is not key=value"};
    const std::string_view key = line.substr(0, equals);
    if (Result<void> set = setIdentity(identity, key, line.substr(equals + 1));
        !set)
      return set.error();
    if (!seen.insert(key).second)
      return Error{"key '" + std::string(key) + "' is given twice"};
  }
  for (const std::string_view key : identityKeys)
    if (!seen.contains(key))
      return Error{"key '" + std::string(key) + "' is missing"};
  return identity;
}

std::string identityText(const DeviceIdentity &identity) {
  return "type=" + identity.type + "\npsid=" + identity.psid +
         "\npsid_branch=" + identity.psidBranch +
         "\nfw_version=" + identity.firmwareVersion +
         "\nauto_reset=" + (identity.isAutoReset ? "1" : "0") + "\n";
}

} // namespace dpa::auth
