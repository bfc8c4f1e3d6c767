// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The name that a misspelled one was probably meant to be: for messages.
#ifndef DPA_BASE_NEAREST_NAME_H
#define DPA_BASE_NEAREST_NAME_H

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

namespace dpa {

/// Characters to insert, remove or replace to make one text the other; the case
/// of ASCII letters does not count.
inline size_t editDistance(std::string_view from, std::string_view to) {
  auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? c | 0x20 : c; };
  std::vector<size_t> row(to.size() + 1); // distances from a prefix of `from`
  std::iota(row.begin(), row.end(), size_t(0));
  for (const char c : from) {
    size_t diagonal = row[0]++;
    for (size_t i = 1; i < row.size(); ++i) {
      const size_t replaced = diagonal + (lower(c) != lower(to[i - 1]));
      diagonal = row[i];
      row[i] = std::min({replaced, row[i] + 1, row[i - 1] + 1});
    }
  }
  return row.back();
}

/// "; did you mean 'x'?" with the nearest of `names`, or nothing if none is near:
/// at most a third of its characters differ.
template <typename Names>
std::string suggestion(std::string_view name, const Names &names) {
  std::string_view nearest;
  size_t best = name.size();
  for (std::string_view each : names) {
    if (name.size() > 2 * each.size())
      continue;
    const size_t distance = editDistance(name, each);
    if (distance >= best || distance > each.size() / 3)
      continue;
    best = distance;
    nearest = each;
  }
  return nearest.empty() ? ""
                         : "; did you mean '" + std::string(nearest) + "'?";
}

} // namespace dpa

#endif
