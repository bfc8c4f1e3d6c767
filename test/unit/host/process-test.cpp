// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Creation and destruction of processes, and what they report.
// PROVES: R-PROC-02 R-PROC-05
#include "test/unit/host/fake-device.h"

namespace dpa::test {
namespace {

using ProcessTest = HostTest;

TEST_F(ProcessTest, is_made_from_the_apps_image_and_name) {
  flexio_process *process = makeProcess();
  EXPECT_EQ(device_->lastProcessName, "test_app");
  EXPECT_EQ(device_->lastImage, appImage());
  EXPECT_EQ(device_->liveProcesses, 1);
  EXPECT_EQ(flexio_process_get_pd(process), &pd_);
  EXPECT_EQ(flexio_process_udbg_token_get(process), 0u);
  EXPECT_EQ(flexio_process_destroy(process), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(device_->liveProcesses, 0);
}

TEST_F(ProcessTest, may_have_a_name_of_its_own) {
  flexio_process_attr attributes{&pd_, 0, "my process"};
  flexio_process *process = nullptr;
  ASSERT_EQ(flexio_process_create(context_, app_, &attributes, &process),
            FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(device_->lastProcessName, "my process");
  flexio_process_destroy(process);
}

TEST_F(ProcessTest, bad_arguments_leave_nothing_behind) {
  flexio_process_attr attributes{&pd_, 0, nullptr};
  auto *process = reinterpret_cast<flexio_process *>(1);
  auto *garbage = reinterpret_cast<flexio_app *>(0x55);
  ibv_context stranger{};
  EXPECT_EQ(flexio_process_create(nullptr, app_, &attributes, &process),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(process, nullptr);
  EXPECT_EQ(flexio_process_create(&stranger, app_, &attributes, &process),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_process_create(context_, nullptr, &attributes, &process),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_process_create(context_, garbage, &attributes, &process),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_process_create(context_, app_, &attributes, nullptr),
            FLEXIO_STATUS_FAILED);
  ibv_pd ofAnother{};
  flexio_process_attr badAttributes{&ofAnother, 0, nullptr};
  EXPECT_EQ(flexio_process_create(context_, app_, &badAttributes, &process),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(process, nullptr);
  device_->refusal = "the image has no entry point";
  EXPECT_EQ(flexio_process_create(context_, app_, &attributes, &process),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(process, nullptr);
  EXPECT_EQ(device_->liveProcesses, 0);
  std::string log = takeLog();
  EXPECT_NE(
      log.find(
          "flexio: error: flexio_process_create: the device context is NULL"),
      std::string::npos);
  EXPECT_NE(
      log.find("process 'test_app' on 'mlx5_0': the image has no entry point"),
      std::string::npos);
  EXPECT_NE(log.find("is not a protection domain of its device"),
            std::string::npos);
}

TEST_F(ProcessTest, a_context_that_is_not_ours_is_named) {
  ibv_device other{};
  strcpy(other.name, "mlx5_7");
  ibv_context stranger{};
  stranger.device = &other;
  flexio_process *process = nullptr;
  EXPECT_EQ(flexio_process_create(&stranger, app_, nullptr, &process),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(takeLog(),
            "flexio: error: flexio_process_create: 'mlx5_7' is not an "
            "emulated device; start the program with "
            "dpa-run\n");
  auto *nowhere = reinterpret_cast<ibv_context *>(0x10);
  EXPECT_EQ(flexio_process_create(nowhere, app_, nullptr, &process),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(takeLog(), "flexio: error: flexio_process_create: context 0x10 is "
                       "not an open device; start the program with "
                       "dpa-run\n");
}

TEST_F(ProcessTest, a_signed_app_runs_while_authentication_is_off) {
  std::vector<std::byte> image = appImage();
  char signature[8] = "";
  flexio_app_attr attributes{};
  attributes.app_name = "signed";
  attributes.app_ptr = image.data();
  attributes.app_bsize = image.size();
  attributes.sig_ptr = signature;
  attributes.sig_bsize = sizeof signature;
  flexio_app *made = nullptr;
  ASSERT_EQ(flexio_app_create(&attributes, &made), FLEXIO_STATUS_SUCCESS);
  flexio_process_attr processAttributes{&pd_, 0, nullptr};
  flexio_process *process = nullptr;
  EXPECT_EQ(flexio_process_create(context_, made, &processAttributes, &process),
            FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(takeLog(), "");
  EXPECT_EQ(flexio_process_destroy(process), FLEXIO_STATUS_SUCCESS);
  flexio_app_destroy(made);
}

TEST_F(ProcessTest, destroyed_processes_differ_from_null) {
  flexio_process *process = makeProcess();
  EXPECT_EQ(flexio_process_destroy(process), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_process_destroy(process), FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_process_destroy(nullptr), FLEXIO_STATUS_SUCCESS);
}

// PROVES: R-ERR-02
TEST_F(ProcessTest, error_status_of_null_is_fine) {
  EXPECT_EQ(flexio_err_status_get(nullptr), 0);
  EXPECT_EQ(takeLog(), "");
}

TEST_F(ProcessTest, several_live_side_by_side) {
  flexio_process *first = makeProcess();
  flexio_process *second = makeProcess();
  EXPECT_NE(flexio_err_handler_fd(first), flexio_err_handler_fd(second));
  EXPECT_EQ(flexio_process_destroy(first), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(
      flexio_process_call(second, addStub, nullptr, uint64_t{1}, uint64_t{2}),
      FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_process_destroy(second), FLEXIO_STATUS_SUCCESS);
}

} // namespace
} // namespace dpa::test
