// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The protocol between a program and the viewers of its statistics: one request and
// one reply over a stream socket, whose abstract address names user and program:
//
//   "\0dpa-statistics/<user id>/<process id>/<0 to 15>"
//
// The kernel removes the address when the program ends. Both ends ask the kernel for
// the user of the other one (SO_PEERCRED), and check everything that it sends.
//
//   request:  StatisticsRequest
//   reply:    StatisticsReply, then its records, all of one type
#ifndef DPA_EMULATOR_INTERFACE_STATISTICS_H
#define DPA_EMULATOR_INTERFACE_STATISTICS_H

#include <array>
#include <cstdint>

namespace dpa {

constexpr const char *statisticsAddressPrefix = "dpa-statistics/";
/// Addresses that a program tries: programs of several containers may have the same
/// process id.
constexpr unsigned statisticsAddresses = 16;

constexpr uint32_t statisticsMagic = 0x53415044; // "DPAS"
constexpr uint16_t statisticsVersion = 1;

/// Of processes and threads; with its NUL.
constexpr size_t statisticsNameSize = 64;
using StatisticsName = std::array<char, statisticsNameSize>;

/// Numbers of processes in a program are below this.
constexpr uint32_t statisticsProcessesMax = 1023;
/// In the id that a process has on the machine, bits of its number in the program; the
/// bits above them are the process id of the program.
constexpr unsigned statisticsNumberBits = 10;
static_assert(statisticsProcessesMax < 1u << statisticsNumberBits);
/// Instead of the number of a process or thread.
constexpr uint32_t statisticsAll = UINT32_MAX;
/// Maximum of records in one reply.
constexpr uint32_t statisticsRecordsMax = 1u << 21;

enum class StatisticsQuery : uint8_t { Processes, Threads, Samples, SetState };

/// Numbers are those of enum dpa_stats_sample_type.
enum class CounterType : uint8_t { Cumulative, Tracer };
/// Numbers are those of enum dpa_stats_counter_state.
enum class CounterState : uint8_t { Active = 1, Inactive, Reset };

struct StatisticsRequest {
  uint32_t magic = statisticsMagic;
  uint16_t version = statisticsVersion;
  uint8_t query = 0; ///< StatisticsQuery
  uint8_t state = 0; ///< CounterState, of SetState
  uint8_t type = 0;  ///< CounterType, of SetState
  std::array<uint8_t, 3> reserved{};
  uint32_t process = statisticsAll; ///< number in the program
  uint32_t thread = statisticsAll;  ///< of Threads and Samples
  StatisticsName device{};
};
static_assert(sizeof(StatisticsRequest) == 84);

enum class StatisticsAnswer : uint16_t {
  Ok,
  BadRequest,
  OtherVersion,
  NoMemory
};

struct StatisticsReply {
  uint32_t magic = statisticsMagic;
  uint16_t version = statisticsVersion;
  uint16_t answer = 0; ///< StatisticsAnswer
  uint32_t records = 0;
  uint32_t recordSize = 0;
};
static_assert(sizeof(StatisticsReply) == 16);

/// Of Processes; of SetState: those whose state was set.
struct ProcessRecord {
  uint32_t process = 0; ///< number in the program
  uint32_t threads = 0;
  uint8_t type = 0;  ///< CounterType that was set last
  uint8_t state = 0; ///< its CounterState: active or inactive
  std::array<uint8_t, 6> reserved{};
  StatisticsName name{};
};
static_assert(sizeof(ProcessRecord) == 80);

struct ThreadRecord {
  uint32_t process = 0;
  uint32_t thread = 0;
  uint64_t executions = 0;
  uint64_t instructions = 0;
  uint64_t cycles = 0;
  uint64_t microseconds = 0;
  StatisticsName name{};
};
static_assert(sizeof(ThreadRecord) == 104);

struct SampleRecord {
  uint64_t cycles = 0;
  uint64_t microseconds = 0;
  uint32_t instructions = 0; ///< of the EU, modulo 2^32
  uint32_t process = 0;
  uint32_t thread = 0;
  uint16_t eu = 0;
  uint16_t sampleId = 0; ///< of the EU, modulo 2^16
  uint8_t type = 0;      ///< number of enum dpa_stats_event_sample_type
  std::array<uint8_t, 7> reserved{};
};
static_assert(sizeof(SampleRecord) == 40);

} // namespace dpa

#endif
