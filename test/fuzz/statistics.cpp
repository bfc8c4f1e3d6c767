// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target (libFuzzer): what the two ends of the statistics send each other, and the list of
// programs. The first byte selects: requests of 84 bytes to a program, one after the other; the
// reply to a viewer; the text of /proc/net/unix.
#include "emulator/statistics/reply.h"
#include "runtime/statistics/programs.h"
#include "runtime/statistics/reply-reader.h"
#include "test/fuzz/touch.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace {

using namespace dpa;

void require(bool condition) {
  if (!condition)
    std::abort();
}

/// Reads what the program answers as a viewer does.
template <typename Record> void readOwn(std::span<const std::byte> bytes) {
  std::vector<char> records;
  const stats::Receive receive = [&](void *buffer, size_t size) {
    const size_t piece = std::min(size, bytes.size());
    std::copy_n(bytes.begin(), piece, static_cast<std::byte *>(buffer));
    bytes = bytes.subspan(piece);
    return piece;
  };
  require(bool(stats::readReply(receive, sizeof(Record), records)));
  require(bytes.empty());
  require(stats::recordsIn<Record>(records).has_value());
}

void answerRequests(std::span<const std::byte> input) {
  ProgramStatistics program;
  ProcessStatistics process("mlx5_0", "process", 1);
  program.add(process);
  process.addThread(300, "handler");
  for (uint64_t number = 1; !input.empty(); ++number) {
    const auto request =
        input.first(std::min(input.size(), sizeof(StatisticsRequest)));
    input = input.subspan(request.size());
    process.begun({.thread = 300, .activation = number});
    process.ended({.kind = ScheduleSample::Kind::Out,
                   .thread = 300,
                   .activation = number});
    const std::vector<std::byte> bytes = statisticsReply(request, program);
    StatisticsReply reply;
    require(bytes.size() >= sizeof reply);
    std::memcpy(&reply, bytes.data(), sizeof reply);
    if (reply.answer != static_cast<uint16_t>(StatisticsAnswer::Ok))
      require(bytes.size() == sizeof reply);
    else if (reply.recordSize == sizeof(ProcessRecord))
      readOwn<ProcessRecord>(bytes);
    else if (reply.recordSize == sizeof(ThreadRecord))
      readOwn<ThreadRecord>(bytes);
    else
      readOwn<SampleRecord>(bytes);
  }
}

template <typename Record> void readReply(std::string_view input) {
  std::vector<char> bytes;
  const stats::Receive receive = [&](void *buffer, size_t size) {
    const std::string_view piece = input.substr(0, size);
    std::ranges::copy(piece, static_cast<char *>(buffer));
    input.remove_prefix(piece.size());
    return piece.size();
  };
  if (!stats::readReply(receive, sizeof(Record), bytes))
    return;
  const auto records = stats::recordsIn<Record>(bytes);
  if constexpr (requires(Record record) { record.name; })
    if (records)
      for (const Record &record : *records)
        test::touch(record.name.data()); // up to its NUL
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0)
    return 0;
  const std::string_view text(reinterpret_cast<const char *>(data) + 1,
                              size - 1);
  switch (data[0] % 5) {
  case 0:
    answerRequests(std::as_bytes(std::span(data, size)).subspan(1));
    break;
  case 1:
    readReply<dpa::ProcessRecord>(text);
    break;
  case 2:
    readReply<dpa::ThreadRecord>(text);
    break;
  case 3:
    readReply<dpa::SampleRecord>(text);
    break;
  default:
    for (const dpa::stats::Program &program : dpa::stats::programsOf(text, 0))
      dpa::test::touch(program.address);
  }
  return 0;
}
