// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of prefixes: see log-category.h.
#include "runtime/host/support/log-category.h"

namespace dpa::host {
namespace {

struct Row {
  std::string_view prefix;
  LogCategory category;
};

/// The first row that matches counts.
constexpr Row rows[] = {
    {"flexio_app_", LogCategory::App},
    {"flexio_func_", LogCategory::App},
    {"flexio_process_call", LogCategory::Call},
    {"flexio_process_mem_info", LogCategory::Memory},
    {"flexio_process_", LogCategory::Process},
    {"flexio_coredump_", LogCategory::Process},
    {"flexio_crash_", LogCategory::Process},
    {"flexio_err_", LogCategory::Process},
    {"process", LogCategory::Process},
    {"core dump", LogCategory::Process},
    {"flexio_buf_", LogCategory::Memory},
    {"flexio_recoverable_", LogCategory::Memory},
    {"flexio_copy_", LogCategory::Memory},
    {"flexio_host2dev_", LogCategory::Memory},
    {"flexio_device_mkey_", LogCategory::Memory},
    {"flexio_mkey_", LogCategory::Memory},
    {"memory check", LogCategory::Memory},
    {"flexio_msg_", LogCategory::Message},
    {"flexio_log_dev_", LogCategory::Message},
    {"message stream", LogCategory::Message},
    {"flexio_event_handler_", LogCategory::Thread},
    {"flexio_cmdq_", LogCategory::Thread},
    {"flexio_window_", LogCategory::Window},
    {"flexio_version_", LogCategory::Library},
    {"flexio_log_lvl_", LogCategory::Library},
    {"ibv_", LogCategory::Library},
    // UARs, outboxes, all kinds of queues
    {"", LogCategory::Queue},
};

} // namespace

LogCategory logCategoryOf(std::string_view call) {
  for (const Row &row : rows)
    if (call.starts_with(row.prefix))
      return row.category;
  return LogCategory::Library;
}

} // namespace dpa::host
