// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the levels of the log show.
#include "test/unit/host/fake-device.h"

#include <regex>

namespace dpa::test {
namespace {

class LogTest : public HostTest {
protected:
  ~LogTest() override { flexio_log_lvl_set(FLEXIO_LOG_LVL_WARN); }
  void expectLog(const std::string &pattern) {
    const std::string log = takeLog();
    EXPECT_TRUE(std::regex_match(log, std::regex(pattern))) << log;
  }
};

TEST_F(LogTest, calls_are_debug_entries_with_arguments_and_result) {
  flexio_process *process = makeProcess();
  flexio_uintptr_t address = 0;
  flexio_log_lvl_set(FLEXIO_LOG_LVL_DBG);
  expectLog("flexio: debug: flexio_log_lvl_set: \\(3\\) = 1\n");
  EXPECT_EQ(flexio_buf_dev_alloc(process, 64, &address), FLEXIO_STATUS_SUCCESS);
  expectLog("flexio: debug: flexio_buf_dev_alloc: \\(0x[0-9a-f]+, 64, "
            "0x[0-9a-f]+\\) = FLEXIO_STATUS_SUCCESS\n");
  EXPECT_EQ(flexio_buf_dev_memset(process, -1, 0, address),
            FLEXIO_STATUS_SUCCESS);
  expectLog("flexio: debug: flexio_buf_dev_memset: \\(0x[0-9a-f]+, -1, 0, "
            "0x8[0-9a-f]{7}\\) = FLEXIO_STATUS_SUCCESS\n");
  EXPECT_EQ(flexio_buf_dev_free(nullptr, address), FLEXIO_STATUS_FAILED);
  expectLog("flexio: error: flexio_buf_dev_free: the process is NULL\n"
            "flexio: debug: flexio_buf_dev_free: \\(NULL, 0x8[0-9a-f]{7}\\) = "
            "FLEXIO_STATUS_FAILED\n");
  flexio_process_destroy(process);
  expectLog("flexio: info: flexio_process_destroy: process 'test_app' on "
            "'mlx5_0': destroyed\n"
            "flexio: debug: flexio_process_destroy: \\(0x[0-9a-f]+\\) = "
            "FLEXIO_STATUS_SUCCESS\n");
}

TEST_F(LogTest, processes_are_info_entries) {
  flexio_process_destroy(makeProcess());
  EXPECT_EQ(takeLog(), "");
  flexio_log_lvl_set(FLEXIO_LOG_LVL_INFO);
  flexio_process_destroy(makeProcess());
  expectLog("flexio: info: flexio_process_create: process 'test_app' on "
            "'mlx5_0': created from app 'test_app' for .*\n"
            "flexio: info: flexio_process_destroy: process 'test_app' on "
            "'mlx5_0': destroyed\n");
}

TEST_F(LogTest, a_number_that_is_not_a_level_changes_nothing) {
  flexio_log_lvl_set(FLEXIO_LOG_LVL_INFO);
  EXPECT_EQ(flexio_log_lvl_set(static_cast<flexio_log_lvl>(4)),
            FLEXIO_LOG_LVL_INFO);
  EXPECT_EQ(takeLog(), "flexio: error: flexio_log_lvl_set: no such level "
                       "(expected 0 to 3, got 4)\n");
  EXPECT_EQ(flexio_log_lvl_set(FLEXIO_LOG_LVL_ERR), FLEXIO_LOG_LVL_INFO);
}

} // namespace
} // namespace dpa::test
