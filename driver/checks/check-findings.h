// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the checks of objects, libraries and images find, and how it is reported. A check returns
// findings; reporting them applies the user's warning options and writes errors and warnings in
// dpacc's form. Decides nothing about code.
#ifndef DPA_DRIVER_CHECKS_CHECK_FINDINGS_H
#define DPA_DRIVER_CHECKS_CHECK_FINDINGS_H

#include "clang-plugin/warnings.h"

#include "llvm/Support/FormatVariadic.h"

#include <string>
#include <vector>

namespace dpa::driver {

enum class CheckMessage {
#define DPA_CHECK_ERROR(ENUMERATOR, TEXT) ENUMERATOR,
#define DPA_CHECK_WARNING(ENUMERATOR, TEXT) ENUMERATOR,
#include "driver/checks/check-messages.def"
};

struct Finding {
  CheckMessage message;
  std::string place; ///< file, "file:line", or empty
  std::string text;
  std::vector<std::string> notes;
  bool operator==(const Finding &) const = default;
};

using Findings = std::vector<Finding>;

/// The text of the table.
const char *formatOf(CheckMessage message);

template <typename... Arguments>
Finding makeFinding(CheckMessage message, std::string place,
                    Arguments &&...arguments) {
  return {message,
          std::move(place),
          llvm::formatv(false, formatOf(message),
                        std::forward<Arguments>(arguments)...)
              .str(),
          {}};
}

/// Prints what the options let through. `file` stands in front of findings without a place. False
/// after an error.
bool reportFindings(const Findings &findings, const std::string &file,
                    const frontend::WarningOptions &options);

} // namespace dpa::driver

#endif
