// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rows of the specification's table as parameters of tests. A suite that runs the rows of some
// forms is instantiated as EachRow with nameOf, so that every-row-test.cpp can find rows without a
// test.
#ifndef TEST_EMULATOR_CPU_ROWS_H
#define TEST_EMULATOR_CPU_ROWS_H

#include "test/conformance/Inputs/specification.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace test {

inline std::vector<conformance::Row>
rowsOf(std::initializer_list<conformance::Form> forms) {
  std::vector<conformance::Row> rows;
  for (const conformance::Row &row : conformance::specification())
    if (std::find(forms.begin(), forms.end(), row.form) != forms.end())
      rows.push_back(row);
  return rows;
}

/// The row's name as part of a test's.
inline std::string testNameOf(const conformance::Row &row) {
  std::string name = row.name;
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

inline std::string
nameOf(const testing::TestParamInfo<conformance::Row> &info) {
  return testNameOf(info.param);
}

} // namespace test

#endif
