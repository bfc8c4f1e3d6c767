// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Windows, memory keys and recoverable buffers in the host library: what the device rejects, what
// is destroyed with a process.
#include "test/unit/host/fake-device.h"

namespace dpa::test {
namespace {

class WindowTest : public HostTest {
protected:
  WindowTest() { device_->memory.addDomain(&pd_); }

  flexio_window *makeWindow() {
    flexio_window *window = nullptr;
    EXPECT_EQ(flexio_window_create(process_, &pd_, &window),
              FLEXIO_STATUS_SUCCESS);
    return window;
  }
  flexio_mkey *makeKey() {
    flexio_mkey_attr attributes{&pd_, dataBase, 64, IBV_ACCESS_LOCAL_WRITE};
    flexio_mkey *key = nullptr;
    EXPECT_EQ(flexio_device_mkey_create(process_, &attributes, &key),
              FLEXIO_STATUS_SUCCESS);
    return key;
  }
  uint32_t registerMemory(uint64_t size) {
    return device_->memory.addRegion({&pd_, memory_.data(), size, true});
  }
  uint64_t inUse() {
    flexio_heap_mem_info info{};
    EXPECT_EQ(flexio_process_mem_info_get(process_, &info),
              FLEXIO_STATUS_SUCCESS);
    return info.allocated;
  }

  std::vector<std::byte> memory_ = std::vector<std::byte>(4096);
  flexio_process *process_ = makeProcess();
};

TEST_F(WindowTest, has_the_number_that_the_device_gave) {
  flexio_window *window = makeWindow();
  EXPECT_EQ(flexio_window_get_id(window), device_->windows.nextWindow);
  EXPECT_EQ(flexio_window_destroy(window), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(device_->windows.destroyed,
            std::vector<uint32_t>{device_->windows.nextWindow});
  EXPECT_EQ(flexio_window_get_id(window), UINT32_MAX);
  EXPECT_EQ(flexio_window_destroy(window), FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_process_destroy(process_), FLEXIO_STATUS_SUCCESS);
}

TEST_F(WindowTest, is_rejected_if_the_device_has_none_left) {
  device_->windows.nextWindow = 0;
  flexio_window *window = reinterpret_cast<flexio_window *>(this);
  EXPECT_EQ(flexio_window_create(process_, &pd_, &window),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(window, nullptr);
  EXPECT_NE(takeLog().find("has no more windows (there are 65535)"),
            std::string::npos);
  EXPECT_EQ(flexio_window_create(process_, &pd_, nullptr),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_window_create(nullptr, &pd_, &window), FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_process_destroy(process_), FLEXIO_STATUS_SUCCESS);
}

TEST_F(WindowTest, is_destroyed_with_its_process_like_keys) {
  flexio_window *window = makeWindow();
  flexio_mkey *key = makeKey();
  EXPECT_EQ(flexio_mkey_get_id(key), device_->windows.nextKey);
  EXPECT_EQ(flexio_process_destroy(process_), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_window_get_id(window), UINT32_MAX);
  EXPECT_EQ(flexio_mkey_get_id(key), UINT32_MAX);
  EXPECT_EQ(device_->liveProcesses, 0);
}

TEST_F(WindowTest, keys_have_the_right_to_write_that_was_asked_for) {
  flexio_mkey *key = makeKey();
  ASSERT_EQ(device_->windows.keys.size(), 1u);
  EXPECT_TRUE(device_->windows.keys[0].mayWrite);
  EXPECT_EQ(device_->windows.keys[0].address, dataBase);
  EXPECT_EQ(flexio_device_mkey_destroy(key), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(device_->windows.destroyed,
            std::vector<uint32_t>{device_->windows.nextKey});
  flexio_mkey_attr attributes{&pd_, dataBase, 64, IBV_ACCESS_REMOTE_READ};
  EXPECT_EQ(flexio_device_mkey_create(process_, &attributes, &key),
            FLEXIO_STATUS_SUCCESS);
  EXPECT_FALSE(device_->windows.keys[1].mayWrite);
  device_->windows.nextKey = 0;
  EXPECT_EQ(flexio_device_mkey_create(process_, &attributes, &key),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(key, nullptr);
  EXPECT_NE(takeLog().find("or there are no more keys"), std::string::npos);
  EXPECT_EQ(flexio_process_destroy(process_), FLEXIO_STATUS_SUCCESS);
}

TEST_F(WindowTest, recoverable_buffers_that_the_device_refuses_leave_nothing) {
  uint32_t key = registerMemory(4096);
  device_->windows.acceptsRecoverable = false;
  flexio_uintptr_t address = 1;
  EXPECT_EQ(flexio_recoverable_buf_dev_alloc(process_, 10, key, &address),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(address, 0u);
  EXPECT_EQ(inUse(), 0u);
  EXPECT_NE(takeLog().find("was destroyed meanwhile"), std::string::npos);
  EXPECT_EQ(flexio_process_destroy(process_), FLEXIO_STATUS_SUCCESS);
}

TEST_F(WindowTest, a_buffer_that_is_lost_is_freed_and_reported) {
  uint32_t key = registerMemory(4096);
  flexio_uintptr_t address = 0;
  ASSERT_EQ(flexio_recoverable_buf_dev_alloc(process_, 10, key, &address),
            FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(device_->windows.recoverable, address);
  EXPECT_EQ(inUse(), 4096u);
  device_->windows.canRecover = false;
  EXPECT_EQ(flexio_buf_dev_free(process_, address), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(device_->windows.recovered, std::vector<uint64_t>{address});
  EXPECT_EQ(inUse(), 0u);
  EXPECT_NE(takeLog().find("is lost"), std::string::npos);
  EXPECT_EQ(flexio_buf_dev_free(process_, 0), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(takeLog(), "");
  EXPECT_EQ(flexio_process_destroy(process_), FLEXIO_STATUS_SUCCESS);
}

} // namespace
} // namespace dpa::test
