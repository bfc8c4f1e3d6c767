// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The setting "log" as text: a level, and the categories that it holds for.
#ifndef DPA_EMULATOR_CONFIGURATION_LOG_TEXT_H
#define DPA_EMULATOR_CONFIGURATION_LOG_TEXT_H

#include "emulator/interface/log-settings.h"

#include <string>

namespace dpa {

/// "<level>[,<category>...]". On failure `error` may be left empty.
bool parseLogSettings(std::string_view text, LogSettings &settings,
                      std::string &error);

/// The text that parseLogSettings() takes.
std::string logSettingsText(const LogSettings &settings);

} // namespace dpa

#endif
