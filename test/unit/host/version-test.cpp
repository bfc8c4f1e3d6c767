// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Version and log level of the library, and what generated constructors call
// for the device library.
#include "test/unit/host/fake-device.h"

extern "C" int _dpacc_lib_libflexio_dev_register_all(struct flexio_app *app);

namespace dpa::test {
namespace {

using LibraryTest = HostTest;

// PROVES: R-VER-06
TEST_F(LibraryTest, the_version_is_set_once) {
  EXPECT_EQ(flexio_version_set(FLEXIO_CURRENT_VERSION + 1),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_version_set(FLEXIO_VER(24, 10, 0)), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_version_set(FLEXIO_VER(24, 10, 0)), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_version_set(FLEXIO_VER(24, 7, 0)), FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_version_set(FLEXIO_VER_LATEST), FLEXIO_STATUS_FAILED);
  EXPECT_NE(takeLog().find("flexio: error: flexio_version_set: version 24.10.0 "
                           "is set already (got 24.7.0)"),
            std::string::npos);
}

// PROVES: R-LOG-01
TEST_F(LibraryTest, the_log_level_filters_and_is_returned) {
  EXPECT_EQ(flexio_log_lvl_set(FLEXIO_LOG_LVL_DBG), FLEXIO_LOG_LVL_WARN);
  EXPECT_EQ(flexio_log_lvl_set(FLEXIO_LOG_LVL_ERR), FLEXIO_LOG_LVL_DBG);
  flexio_process_get_pd(nullptr);
  EXPECT_EQ(takeLog(),
            "flexio: debug: flexio_log_lvl_set: (3) = 1\n"
            "flexio: error: flexio_process_get_pd: the process is NULL\n");
  EXPECT_EQ(flexio_log_lvl_set(static_cast<flexio_log_lvl>(17)),
            FLEXIO_LOG_LVL_ERR);
  EXPECT_EQ(flexio_log_lvl_set(FLEXIO_LOG_LVL_WARN), FLEXIO_LOG_LVL_ERR);
}

TEST_F(LibraryTest, registers_the_device_library) {
  EXPECT_EQ(_dpacc_lib_libflexio_dev_register_all(app_), 0);
  EXPECT_NE(_dpacc_lib_libflexio_dev_register_all(nullptr), 0);
}

} // namespace
} // namespace dpa::test
