// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared by the emulator's tests: files from the build, an observer that records, a device with one
// firmware.
#ifndef DPA_TEST_EMULATOR_FIXTURE_H
#define DPA_TEST_EMULATOR_FIXTURE_H

#include "emulator/card/emulated-device.h"
#include "runtime/abi/address-map.h"
#include "test/unit/emulator/guest.h"

#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <mutex>

namespace dpa::test {

using Bytes = std::vector<std::byte>;

inline Bytes readFile(const char *path) {
  std::ifstream stream(path, std::ios::binary);
  std::vector<char> text((std::istreambuf_iterator<char>(stream)),
                         std::istreambuf_iterator<char>());
  EXPECT_FALSE(text.empty()) << path;
  auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

inline Bytes testImage() {
  return readFile(TEST_IMAGE);
}

/// Address of a function of the test image.
constexpr uint64_t guest(unsigned slot) {
  return DPA_TEXT_BASE + static_cast<uint64_t>(slot) * GUEST_SLOT;
}

/// Records what a process sends.
class Recorder : public ProcessObserver {
public:
  void message(uint32_t stream, uint32_t eu,
               std::string_view text) noexcept override {
    std::lock_guard guard(lock);
    streams.push_back(stream);
    units.push_back(eu);
    texts.emplace_back(text);
  }
  void messageRecords(uint32_t stream, uint64_t position,
                      std::string_view records) noexcept override {
    std::lock_guard guard(lock);
    recordStreams.push_back(stream);
    recordPositions.push_back(position);
    recordTexts.emplace_back(records);
  }
  void ended(uint8_t status, const Crash *crash) noexcept override {
    std::lock_guard guard(lock);
    ends.push_back(status);
    if (crash)
      crashes.push_back(*crash);
  }

  std::mutex lock;
  std::vector<uint32_t> streams;
  std::vector<uint32_t> units;
  std::vector<std::string> texts;
  std::vector<uint32_t> recordStreams;
  std::vector<uint64_t> recordPositions;
  std::vector<std::string> recordTexts;
  std::vector<uint8_t> ends;
  std::vector<Crash> crashes;
};

/// The same settings with the engine that the variable TEST_ENGINE names.
inline DeviceSettings withTestedEngine(DeviceSettings settings) {
  if (const char *engine = std::getenv("TEST_ENGINE")) {
    std::string error;
    for (const Setting &setting : deviceSettings())
      if (setting.key == std::string_view("engine"))
        EXPECT_TRUE(applySetting(setting, engine, settings, error)) << error;
  }
  return settings;
}

/// A device whose firmware is the file `path`.
class TestDevice {
public:
  explicit TestDevice(const char *path, const DeviceSettings &settings = {})
      : firmware_(readFile(path)) {
    std::string error;
    emulated_ =
        EmulatedDevice::create(withTestedEngine(settings), firmware_, error);
    EXPECT_TRUE(emulated_) << error;
  }

  std::unique_ptr<Process> start(Recorder &recorder) {
    Bytes image = testImage();
    std::string error;
    auto process = emulated_->createProcess({image, "guest"}, recorder, error);
    EXPECT_TRUE(process) << error;
    return process;
  }

  EmulatedDevice &device() { return *emulated_; }

private:
  Bytes firmware_;
  std::shared_ptr<EmulatedDevice> emulated_;
};

inline CallResult call(Process &process, unsigned slot, uint64_t arg0,
                       uint64_t arg1, uint64_t &value,
                       const Affinity &affinity = {}) {
  return process.call({guest(slot), arg0, arg1, affinity, {}}, value);
}

inline CallResult call(Process &process, unsigned slot, uint64_t arg0 = 0,
                       uint64_t arg1 = 0) {
  uint64_t value = 0;
  return call(process, slot, arg0, arg1, value);
}

} // namespace dpa::test

#endif
