// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the emulator's tests share: files that the build has made, an observer
// that records, a device with one firmware.
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
    std::lock_guard guard(Lock);
    Streams.push_back(stream);
    Units.push_back(eu);
    Texts.emplace_back(text);
  }
  void messageRecords(uint32_t stream, uint64_t position,
                      std::string_view records) noexcept override {
    std::lock_guard guard(Lock);
    RecordStreams.push_back(stream);
    RecordPositions.push_back(position);
    Records.emplace_back(records);
  }
  void ended(uint8_t status, const Crash *crash) noexcept override {
    std::lock_guard guard(Lock);
    Ends.push_back(status);
    if (crash)
      Crashes.push_back(*crash);
  }

  std::mutex Lock;
  std::vector<uint32_t> Streams;
  std::vector<uint32_t> Units;
  std::vector<std::string> Texts;
  std::vector<uint32_t> RecordStreams;
  std::vector<uint64_t> RecordPositions;
  std::vector<std::string> Records;
  std::vector<uint8_t> Ends;
  std::vector<Crash> Crashes;
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
      : Firmware(readFile(path)) {
    std::string error;
    Emulated =
        EmulatedDevice::create(withTestedEngine(settings), Firmware, error);
    EXPECT_TRUE(Emulated) << error;
  }

  std::unique_ptr<Process> start(Recorder &recorder) {
    Bytes image = testImage();
    std::string error;
    auto process = Emulated->createProcess({image, "guest"}, recorder, error);
    EXPECT_TRUE(process) << error;
    return process;
  }

  EmulatedDevice &device() { return *Emulated; }

private:
  Bytes Firmware;
  std::shared_ptr<EmulatedDevice> Emulated;
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
