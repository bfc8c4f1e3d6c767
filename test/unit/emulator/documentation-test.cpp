// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The manual's tables of settings and limits (docs/emulator.md) match the code: every setting with
// its variable, values and default, and no other.
#include "emulator/process/thread-table.h"
#include "emulator/schedule/recording.h"
#include "emulator/unit/activation-guard.h"
#include "emulator/unit/eu-statistics.h"
#include "runtime/abi/address-map.h"
#include "runtime/abi/eu-control.h"
#include "runtime/abi/message-streams.h"
#include "test/unit/emulator/fixture.h"

namespace dpa::test {
namespace {

using Row = std::vector<std::string>;

/// The cells of a table's line, without spaces around them and back quotes.
Row cellsOf(const std::string &line) {
  Row cells;
  for (size_t begin = 1; begin < line.size();) {
    size_t end = std::min(line.find('|', begin), line.size());
    std::string cell = line.substr(begin, end - begin);
    size_t first = cell.find_first_not_of(" `");
    size_t last = cell.find_last_not_of(" `");
    cells.push_back(
        first == std::string::npos ? "" : cell.substr(first, last + 1 - first));
    begin = end + 1;
  }
  return cells;
}

/// The rows of the table below a heading.
std::vector<Row> tableBelow(const std::string &heading) {
  std::ifstream manual(TEST_MANUAL);
  EXPECT_TRUE(manual) << TEST_MANUAL;
  std::vector<Row> rows;
  std::string line;
  while (std::getline(manual, line) && line != "## " + heading) {
  }
  while (std::getline(manual, line) && line.rfind("## ", 0) != 0)
    if (line.rfind("| ", 0) == 0)
      rows.push_back(cellsOf(line));
  EXPECT_GT(rows.size(), 2u) << heading;
  if (rows.size() > 2)
    rows.erase(rows.begin(), rows.begin() + 2); // the table's head
  return rows;
}

TEST(DocumentationTest, EverySettingIsInTheManual) {
  std::vector<Row> rows = tableBelow("Settings");
  std::span<const Setting> settings = deviceSettings();
  ASSERT_EQ(rows.size(), settings.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    SCOPED_TRACE(settings[i].key);
    ASSERT_EQ(rows[i].size(), 5u);
    EXPECT_EQ(rows[i][0], std::string("--") + settings[i].key);
    EXPECT_EQ(rows[i][1], settings[i].environment);
    EXPECT_EQ(rows[i][2], settings[i].expected);
  }
}

TEST(DocumentationTest, DefaultsAreThoseOfTheManual) {
  std::vector<Row> rows = tableBelow("Settings");
  std::span<const Setting> settings = deviceSettings();
  ASSERT_EQ(rows.size(), settings.size());
  for (size_t i = 0; i < rows.size(); ++i) {
    SCOPED_TRACE(settings[i].key);
    ASSERT_EQ(rows[i].size(), 5u);
    if (rows[i][3] == "none")
      continue;
    DeviceSettings given;
    std::string error;
    EXPECT_TRUE(applySetting(settings[i], rows[i][3], given, error)) << error;
    if (settings[i].key == std::string_view("watchdog")) // as it was set
      EXPECT_TRUE(std::exchange(given.limitsHandlers, false));
    EXPECT_EQ(given, DeviceSettings{});
  }
}

TEST(DocumentationTest, LimitsAreThoseOfTheManual) {
  const uint64_t limits[] = {DPA_EU_COUNT_MAX,
                             DPA_STACK_USABLE,
                             DPA_MESSAGE_SIZE_MAX,
                             ThreadTable::count,
                             DPA_STREAM_COUNT,
                             DPA_TLS_SIZE_MAX,
                             deviceNameSizeMax,
                             EuStatistics::samplesMax,
                             ActivationGuard::graceInstructions};
  std::vector<Row> rows = tableBelow("Limits");
  ASSERT_EQ(rows.size(), std::size(limits));
  for (size_t i = 0; i < rows.size(); ++i)
    EXPECT_EQ(rows[i].at(1), std::to_string(limits[i])) << rows[i].at(0);
}

} // namespace
} // namespace dpa::test
