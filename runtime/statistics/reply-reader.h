// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the reply of a program, which may send anything.
#ifndef DPA_RUNTIME_STATISTICS_REPLY_READER_H
#define DPA_RUNTIME_STATISTICS_REPLY_READER_H

#include "base/result.h"
#include "emulator/interface/statistics.h"

#include <cstddef>
#include <cstring>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace dpa::stats {

/// Stores up to `size` bytes and returns how many; fewer at the end of the data.
using Receive = std::function<size_t(void *buffer, size_t size)>;

/// Adds the bytes of whole records of the given size. Allocates memory as the records
/// arrive, whatever number the reply announces.
Result<void> readReply(const Receive &receive, uint32_t recordSize,
                       std::vector<char> &records);

/// Whether all fields have values that a program may send. Names get their NUL.
bool check(ProcessRecord &record);
bool check(ThreadRecord &record);
bool check(SampleRecord &record);

/// The records in the bytes; nothing if one of them is wrong.
template <typename Record>
std::optional<std::vector<Record>> recordsIn(std::span<const char> bytes) {
  std::vector<Record> records(bytes.size() / sizeof(Record));
  if (!records.empty())
    std::memcpy(records.data(), bytes.data(), records.size() * sizeof(Record));
  for (Record &record : records)
    if (!check(record))
      return std::nullopt;
  return records;
}

} // namespace dpa::stats

#endif
