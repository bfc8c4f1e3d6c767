// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The identity of a device: the file device.conf of its state directory, with lines
// key=value.
#ifndef DPA_EMULATOR_AUTHENTICATION_DEVICE_IDENTITY_H
#define DPA_EMULATOR_AUTHENTICATION_DEVICE_IDENTITY_H

#include "base/result.h"

#include <string>
#include <string_view>

namespace dpa::auth {

struct DeviceIdentity {
  std::string type = "BlueField3";
  std::string psid = "MT_0000000911";
  std::string psidBranch;
  std::string firmwareVersion = "32.46.1006";
  /// Changes of settings take effect immediately if no program uses the device.
  bool isAutoReset = true;

  /// Firmware before DOCA 2.2.0 does not support authentication.
  bool knowsAuthentication() const;
};

/// Errors: an unknown or missing key, a bad value.
Result<DeviceIdentity> parseIdentity(std::string_view text);
std::string identityText(const DeviceIdentity &identity);
/// Sets one key. Errors: an unknown one, a bad value.
Result<void> setIdentity(DeviceIdentity &identity, std::string_view key,
                         std::string_view value);

} // namespace dpa::auth

#endif
