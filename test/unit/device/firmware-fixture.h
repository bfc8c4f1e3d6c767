// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A process of the device program in image/ on the emulated device, driven through
// emulator/interface/device.h alone. Its functions are found in the ELF's symbol table; its reports
// are recorded. Shared by the tests of the firmware.
#ifndef DPA_TEST_UNIT_DEVICE_FIRMWARE_FIXTURE_H
#define DPA_TEST_UNIT_DEVICE_FIRMWARE_FIXTURE_H

#include "emulator/interface/device.h"
#include "runtime/abi/message-streams.h"
#include "runtime/abi/process-status.h"

#include <gtest/gtest.h>

#include <mutex>
#include <thread>

namespace dpa::test {

struct Message {
  uint32_t stream;
  std::string text;
};

struct Records {
  uint32_t stream;
  uint64_t position;
  std::string bytes;
};

/// Records all reports of a process.
class Recorder : public dpa::ProcessObserver {
public:
  void message(uint32_t stream, uint32_t,
               std::string_view text) noexcept override {
    std::lock_guard guard(mutex);
    messages.push_back({stream, std::string(text)});
  }
  void messageRecords(uint32_t stream, uint64_t position,
                      std::string_view text) noexcept override {
    std::lock_guard guard(mutex);
    records.push_back({stream, position, std::string(text)});
  }
  void ended(uint8_t status, const dpa::Crash *crash) noexcept override {
    endings++;
    endStatus = status;
    hadCrash = crash != nullptr;
  }

  std::mutex mutex;
  std::vector<Message> messages;
  std::vector<Records> records;
  int endings = 0;
  uint8_t endStatus = 0;
  bool hadCrash = false;
};

class Firmware : public testing::Test {
protected:
  static void SetUpTestSuite();

  void SetUp() override {
    ASSERT_FALSE(image.empty()) << DPA_PROBES_IMAGE;
    startProcess();
  }

  void startProcess() { startProcess(*device); }

  void startProcess(dpa::Device &on) {
    std::string error;
    process.reset();
    process = on.createProcess({std::as_bytes(std::span(image)), "probes"},
                               recorder, error);
    ASSERT_TRUE(process) << error;
  }

  /// The address of a symbol of the device program.
  static uint64_t address(const std::string &name);

  dpa::CallResult call(const std::string &name, uint64_t a, uint64_t b,
                       uint64_t &value) {
    return process->call({address("probe_" + name), a, b, {}, {}}, value);
  }

  uint64_t result(const std::string &name, uint64_t a = 0, uint64_t b = 0) {
    uint64_t value = 0;
    EXPECT_EQ(call(name, a, b, value), dpa::CallResult::Ok)
        << name << ", status " << int(process->status());
    return value;
  }

  /// The call ends the process; returns its crash, which names the status.
  dpa::Crash crash(const std::string &name, uint64_t a = 0, uint64_t b = 0) {
    uint64_t value = 0;
    EXPECT_EQ(call(name, a, b, value), dpa::CallResult::ProcessEnded) << name;
    auto record = process->crash();
    EXPECT_TRUE(record) << name;
    EXPECT_EQ(recorder.endings, 1);
    EXPECT_TRUE(recorder.hadCrash);
    EXPECT_EQ(recorder.endStatus, process->status());
    return record.value_or(dpa::Crash());
  }

  void expectCrash(const dpa::Crash &crash, int status, const char *function) {
    uint64_t begin = address(function);
    EXPECT_EQ(int(crash.status), status);
    EXPECT_EQ(int(process->status()), status);
    EXPECT_GE(crash.pc, begin);
    EXPECT_LT(crash.pc, begin + 128) << function;
    EXPECT_FALSE(crash.machineMode);
  }

  uint64_t configureStream(uint64_t stream, uint64_t level,
                           const char *stub = DPA_STREAM_CONFIGURE_STUB) {
    dpa_stream_arguments arguments = {
        .stream = stream, .level = level, .mode = 0, .ring = 0, .ring_size = 0};
    uint64_t buffer = process->heap().base;
    uint64_t value = ~0ull;
    EXPECT_TRUE(process->write(buffer, &arguments, sizeof arguments));
    EXPECT_EQ(process->call({address(stub), buffer, 0, {}, {}}, value),
              dpa::CallResult::Ok);
    return value;
  }

  static std::vector<char> image;
  static std::shared_ptr<dpa::Device> device;
  Recorder recorder;
  std::unique_ptr<dpa::Process> process;
};

} // namespace dpa::test

#endif
