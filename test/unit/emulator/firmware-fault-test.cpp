// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Firmware that misbehaves ends its process and affects nothing else.
#include "runtime/abi/process-status.h"
#include "test/unit/emulator/fixture.h"

namespace dpa::test {
namespace {

class FirmwareFaultTest : public testing::TestWithParam<int> {};

INSTANTIATE_TEST_SUITE_P(Kinds, FirmwareFaultTest,
                         testing::Values(FIRMWARE_HANG, FIRMWARE_LOCK_UP,
                                         FIRMWARE_LIE, FIRMWARE_WAIT));

TEST_P(FirmwareFaultTest, EndsTheProcess) {
  DeviceSettings settings;
  settings.instructionBudget = 100000;
  settings.watchdogMilliseconds = 0;
  TestDevice device(TEST_FIRMWARE, settings);
  Recorder events;
  auto process = device.start(events);
  auto kind = static_cast<uint64_t>(GetParam());
  EXPECT_EQ(call(*process, GUEST_SYSTEM_CALL, kind), CallResult::ProcessEnded);
  EXPECT_EQ(process->status(), DPA_STATUS_FIRMWARE_FAULT);
  ASSERT_EQ(events.crashes.size(), 1u);

  auto fresh = device.start(events);
  uint64_t value = 0;
  EXPECT_EQ(call(*fresh, GUEST_ADD, 1, 2, value), CallResult::Ok);
}

TEST(FirmwareTest, CrashNamesTheFirmware) {
  TestDevice device(TEST_FIRMWARE);
  Recorder events;
  auto process = device.start(events);
  EXPECT_EQ(call(*process, GUEST_SYSTEM_CALL, FIRMWARE_LOCK_UP),
            CallResult::ProcessEnded);
  ASSERT_TRUE(process->crash());
  EXPECT_TRUE(process->crash()->machineMode);
}

TEST(FirmwareTest, UserCodeThatWaitsForInterruptsIsEnded) {
  DeviceSettings settings;
  settings.watchdogMilliseconds = 0;
  TestDevice device(TEST_FIRMWARE, settings);
  Recorder events;
  auto process = device.start(events);
  EXPECT_EQ(call(*process, GUEST_WAIT), CallResult::ProcessEnded);
  EXPECT_NE(process->status(), 0);
}

TEST(FirmwareTest, BadFirmwareIsRejected) {
  Bytes nothing(100);
  std::string error;
  auto device = EmulatedDevice::create({}, nothing, error);
  ASSERT_TRUE(device) << error;
  Recorder events;
  Bytes image = testImage();
  EXPECT_FALSE(device->createProcess({image, "guest"}, events, error));
  EXPECT_EQ(error, "firmware: not an ELF file");
}

} // namespace
} // namespace dpa::test
