// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of check-messages.def, and its way to the user. See check-findings.h.
#include "driver/checks/check-findings.h"

#include "driver/processes/report.h"

namespace dpa::driver {

using frontend::WarningLevel;

namespace {

struct Row {
  const char *text;
  const char *warning; ///< its name; null for an error
};

/// Names by the enumerators of link-warnings.def.
enum class Warning {
#define DPA_LINK_WARNING(ENUMERATOR, NAME, LEVEL) ENUMERATOR,
#include "clang-plugin/link-warnings.def"
};

constexpr const char *warningNames[] = {
#define DPA_LINK_WARNING(ENUMERATOR, NAME, LEVEL) NAME,
#include "clang-plugin/link-warnings.def"
};

constexpr const char *nameOf(Warning warning) {
  return warningNames[static_cast<size_t>(warning)];
}

constexpr Row rows[] = {
#define DPA_CHECK_ERROR(ENUMERATOR, TEXT) {TEXT, nullptr},
#define DPA_CHECK_WARNING(ENUMERATOR, TEXT) {TEXT, nameOf(Warning::ENUMERATOR)},
#include "driver/checks/check-messages.def"
};

const Row &rowOf(CheckMessage message) {
  return rows[static_cast<size_t>(message)];
}

void print(const Finding &finding, const std::string &file,
           WarningLevel level) {
  const Row &row = rowOf(finding.message);
  std::string line = finding.place.empty() ? file : finding.place;
  line += ": " + finding.text;
  if (level == WarningLevel::Warning)
    reportWarning(line + " [-Wdpa-" + row.warning + "]");
  else if (row.warning)
    reportForeign(line + " [-Werror=dpa-" + row.warning + "]");
  else
    reportForeign(line);
  for (const std::string &note : finding.notes)
    reportNote(note);
}

} // namespace

const char *formatOf(CheckMessage message) {
  return rowOf(message).text;
}

bool reportFindings(const Findings &findings, const std::string &file,
                    const frontend::WarningOptions &options) {
  bool isOk = true;
  for (const Finding &finding : findings) {
    const char *warning = rowOf(finding.message).warning;
    WarningLevel level = warning ? options.level(warning) : WarningLevel::Error;
    if (level == WarningLevel::Off)
      continue;
    print(finding, file, level);
    isOk &= level != WarningLevel::Error;
  }
  return isOk;
}

} // namespace dpa::driver
