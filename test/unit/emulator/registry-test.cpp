// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libdpa-emulator.so as programs use it: devices by name and by context, with
// the firmware that is embedded in it.
#include "emulator/interface/device.h"
#include "test/unit/emulator/fixture.h"
#include "test/unit/emulator/scratch-file.h"

#include <atomic>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>

namespace dpa::test {
namespace {

class RegistryTest : public testing::Test {
protected:
  void SetUp() override { clear(); }
  void TearDown() override { clear(); }
  static void clear() {
    unsetenv("DPA_CONFIG");
    unsetenv("DPA_DEVICES");
    unsetenv("DPA_EUS");
  }
  std::string error_;
};

TEST_F(RegistryTest, NamesFollowTheConfiguration) {
  EXPECT_EQ(deviceNames(error_), std::vector<std::string>{"mlx5_0"});
  setenv("DPA_DEVICES", "one,two", 1);
  EXPECT_EQ(deviceNames(error_), (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(error_, "");
  setenv("DPA_EUS", "0", 1);
  EXPECT_TRUE(deviceNames(error_).empty());
  EXPECT_EQ(error_, "DPA_EUS: expected 1 to 256 execution units, got '0'");
}

TEST_F(RegistryTest, UnknownVariablesAreReportedOnce) {
  setenv("DPA_EUSS", "3", 1);
  testing::internal::CaptureStderr();
  deviceNames(error_);
  deviceNames(error_);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "dpa-emulator: warning: DPA_EUSS: unknown variable; did you mean "
            "'DPA_EUS'?\n");
  unsetenv("DPA_EUSS");
}

TEST_F(RegistryTest, AnOpenDeviceIsThatDevice) {
  auto first = openDevice("mlx5_0", error_);
  ASSERT_TRUE(first) << error_;
  EXPECT_EQ(first->name(), "mlx5_0");
  EXPECT_EQ(first->model(), 2u);
  EXPECT_EQ(openDevice("mlx5_0", error_), first);
}

TEST_F(RegistryTest, SettingsAreReadWhenADeviceIsOpened) {
  setenv("DPA_DEVICES", "mlx5_0:cx7", 1);
  auto device = openDevice("mlx5_0", error_);
  ASSERT_TRUE(device) << error_;
  EXPECT_EQ(device->model(), 1u);
}

TEST_F(RegistryTest, UnknownNameIsAnError) {
  EXPECT_FALSE(openDevice("mlx5_1", error_));
  EXPECT_EQ(error_, "emulated device 'mlx5_1' does not exist");
}

TEST_F(RegistryTest, ContextsAreBoundToDevices) {
  int contexts[2] = {};
  auto device = openDevice("mlx5_0", error_);
  bindContext(&contexts[0], device);
  EXPECT_EQ(deviceOfContext(&contexts[0]), device);
  EXPECT_FALSE(deviceOfContext(&contexts[1]));
  EXPECT_FALSE(deviceOfContext(nullptr));
  unbindContext(&contexts[1]);
  unbindContext(&contexts[0]);
  EXPECT_FALSE(deviceOfContext(&contexts[0]));
}

/// A thread of the parent that opens a device waits for its configuration, which only the parent
/// can write: the child does not wait for that thread.
TEST_F(RegistryTest, AChildOpensDevicesWhileItsParentDoes) {
  ScratchFile file;
  ASSERT_EQ(mkfifo(file.name.c_str(), 0600), 0);
  setenv("DPA_CONFIG", file.name.c_str(), 1);
  std::shared_ptr<Device> device;
  std::thread opens([&] { device = openDevice("late", error_); });
  int writer = open(file.name.c_str(),
                    O_WRONLY | O_CLOEXEC); // the other thread now reads
  ASSERT_GE(writer, 0);
  pid_t child = fork();
  if (child == 0) {
    alarm(60);
    unsetenv("DPA_CONFIG");
    std::string error;
    _exit(openDevice("mlx5_0", error) ? 0 : 1);
  }
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
  std::string text = "[[device]]\nname = \"late\"\n";
  EXPECT_EQ(write(writer, text.data(), text.size()),
            static_cast<ssize_t>(text.size()));
  close(writer);
  opens.join();
  EXPECT_TRUE(device) << error_;
}

/// When the parent forks, another of its threads may be taking a number of the device. The child
/// finds no object of its parent, and objects that it creates are its own.
TEST_F(RegistryTest, AChildBeginsWithoutDevicesWhileItsParentMakesThings) {
  auto device = openDevice("mlx5_0", error_);
  ASSERT_TRUE(device) << error_;
  int context = 0;
  bindContext(&context, device);
  Recorder events;
  Bytes image = testImage();
  auto process = device->createProcess({image, "guest"}, events, error_);
  ASSERT_TRUE(process) << error_;
  std::atomic<bool> isOver = false;
  std::thread makes([&] {
    std::string error;
    while (!isOver) {
      process->createUar(error);
      int other = 0;
      bindContext(&other, device);
      unbindContext(&other);
    }
  });
  auto runChild = [&] {
    alarm(60); // ends a child that waits for ever
    if (deviceOfContext(&context))
      return 1;
    unbindContext(&context);
    auto own = openDevice("mlx5_0", error_);
    if (!own || own == device)
      return 2;
    bindContext(&context, own);
    if (deviceOfContext(&context) != own)
      return 3;
    uint64_t sum = 0;
    auto ownProcess = own->createProcess({image, "guest"}, events, error_);
    return ownProcess &&
                   call(*ownProcess, GUEST_ADD, 44, 55, sum) ==
                       CallResult::Ok &&
                   sum == 99
               ? 0
               : 4;
  };
  int status = 0;
  for (int i = 0; i < 200 && status == 0; ++i) {
    pid_t child = fork();
    if (child == 0)
      _exit(runChild());
    EXPECT_EQ(waitpid(child, &status, 0), child);
  }
  EXPECT_EQ(status, 0);
  isOver = true;
  makes.join();
  unbindContext(&context);
}

TEST_F(RegistryTest, ProcessOutlivesItsDevice) {
  auto device = openDevice("mlx5_0", error_);
  ASSERT_TRUE(device) << error_;
  Recorder events;
  Bytes image = testImage();
  auto process = device->createProcess({image, "guest"}, events, error_);
  ASSERT_TRUE(process) << error_;
  device.reset();
  uint64_t value = 0;
  EXPECT_EQ(call(*process, GUEST_ADD, 44, 55, value), CallResult::Ok);
  EXPECT_EQ(value, 99u);
}

} // namespace
} // namespace dpa::test
