// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loading a program and calling it: see program.h.
#include "runtime/doca/dpa/program.h"

#include "runtime/doca/common/dpa-context.h"
#include "runtime/doca/dpa/remote-calls.h"
#include "runtime/include/doca/doca_dpa.h"

#include <cinttypes>
#include <cstddef>

namespace dpa::doca {

namespace {

/// Handles of entry points belong to the app, so that each app gets them once.
/// Never destroyed: programs may start while others exit.
struct EntryTable {
  std::mutex lock;
  std::unordered_map<std::string, EntryPoints> entries; ///< by name of the app
};

EntryTable &entryTable() {
  static auto &table = *new EntryTable;
  return table;
}

bool registerEntry(flexio_app *app, const char *name, flexio_func_t **entry) {
  return *entry ||
         flexio_func_register(app, name, entry) == FLEXIO_STATUS_SUCCESS;
}

bool registerEntries(flexio_app *app, EntryPoints &entries) {
  return registerEntry(app, DOCA_ABI_ATTACH, &entries.attach) &&
         registerEntry(app, DOCA_ABI_ADD, &entries.addInstances) &&
         registerEntry(app, DOCA_ABI_ARM, &entries.arm) &&
         registerEntry(app, DOCA_ABI_KERNEL, &entries.kernel) &&
         registerEntry(app, DOCA_ABI_THREAD, &entries.thread);
}

constexpr size_t logBufferSize = size_t{64} * 1024;

} // namespace

Program::~Program() {
  for (flexio_msg_stream *stream : streams_)
    flexio_msg_stream_destroy(stream);
  flexio_outbox_destroy(outbox_);
  flexio_window_destroy(window_);
  free(handle_);
  flexio_process_destroy(process_);
}

doca_error_t Program::load(const char *call) {
  doca_error_t status = createProcess(call);
  if (status == DOCA_SUCCESS)
    status = findEntries(call);
  if (status == DOCA_SUCCESS)
    status = openStreams(call);
  if (status != DOCA_SUCCESS)
    return status;
  context_.log_level = settings_.logLevel;
  context_.window = flexio_window_get_id(window_);
  context_.outbox = flexio_outbox_get_id(outbox_);
  handle_ = store(context_);
  if (handle_ == 0)
    return DOCA_ERROR_NO_MEMORY;
  uint64_t value = 0;
  return run(call, entries_.attach, handle_, value);
}

doca_error_t Program::createProcess(const char *call) {
  flexio_app_select_attr select{.app_name = flexio_app_get_name(settings_.app),
                                .hw_model_id = FLEXIO_HW_MODEL_DEF,
                                .ibv_ctx = settings_.dev->context};
  flexio_process_attr attributes{};
  attributes.pd = settings_.dev->pd;
  flexio_outbox_attr outbox{};
  if (flexio_app_get(&select, &image_) != FLEXIO_STATUS_SUCCESS ||
      flexio_process_create(settings_.dev->context, image_, &attributes,
                            &process_) != FLEXIO_STATUS_SUCCESS ||
      flexio_window_create(process_, settings_.dev->pd, &window_) !=
          FLEXIO_STATUS_SUCCESS ||
      flexio_outbox_create(process_, &outbox, &outbox_) !=
          FLEXIO_STATUS_SUCCESS) {
    sdkLog(DOCA_LOG_LEVEL_ERROR, call, "app '%s' cannot be started on '%s'",
           select.app_name, settings_.dev->info->name.c_str());
    return DOCA_ERROR_DRIVER;
  }
  return DOCA_SUCCESS;
}

doca_error_t Program::findEntries(const char *call) {
  const char *name = flexio_app_get_name(settings_.app);
  EntryTable &table = entryTable();
  std::lock_guard lock(table.lock);
  EntryPoints &entries = table.entries[name];
  if (!registerEntries(settings_.app, entries)) {
    sdkLog(DOCA_LOG_LEVEL_ERROR, call,
           "app '%s' is not linked with libdoca_dpa_dev.a (dpacc -ldpa)", name);
    return DOCA_ERROR_DRIVER;
  }
  entries_ = entries;
  return DOCA_SUCCESS;
}

uint32_t Program::openStream(flexio_msg_stream_attr_t attributes, FILE *file) {
  flexio_msg_stream *stream = nullptr;
  attributes.level = FLEXIO_MSG_DEV_DEBUG;
  if (flexio_msg_stream_create(process_, &attributes, file, nullptr, &stream) !=
      FLEXIO_STATUS_SUCCESS)
    return UINT32_MAX;
  streams_.push_back(stream);
  return static_cast<uint32_t>(flexio_msg_stream_get_id(stream));
}

doca_error_t Program::openStreams(const char *call) {
  flexio_msg_stream_attr_t text{};
  text.data_bsize = logBufferSize;
  text.sync_mode = FLEXIO_MSG_DEV_SYNC_MODE_SYNC;
  text.stream_name = "log";
  context_.print_stream = openStream(text, stdout);
  context_.log_stream = settings_.log == stdout
                            ? context_.print_stream
                            : openStream(text, settings_.log);
  char format[] =
      "%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n";
  char *const formats[] = {format, nullptr};
  flexio_msg_stream_attr_t trace = text;
  trace.sync_mode = FLEXIO_MSG_DEV_SYNC_MODE_TRACER;
  trace.stream_name = "trace";
  trace.tracer_msg_formats = formats;
  context_.trace_stream = openStream(trace, settings_.trace);
  if (context_.print_stream != UINT32_MAX &&
      context_.log_stream != UINT32_MAX && context_.trace_stream != UINT32_MAX)
    return DOCA_SUCCESS;
  sdkLog(DOCA_LOG_LEVEL_ERROR, call, "log streams cannot be opened");
  return DOCA_ERROR_DRIVER;
}

std::optional<DeviceFunction> Program::find(const char *call,
                                            flexio_func_t *stub) {
  std::lock_guard lock(lock_);
  auto known = functions_.find(stub);
  if (known != functions_.end())
    return known->second;
  DeviceFunction found;
  uint32_t isPacked = 0;
  if (flexio_func_get_register_info(image_, stub, &isPacked, nullptr, nullptr,
                                    0, &found.argumentSize, &found.pack,
                                    &found.address,
                                    &found.unpack) != FLEXIO_STATUS_SUCCESS) {
    sdkLog(DOCA_LOG_LEVEL_ERROR, call,
           "%p is not a function of the context's app",
           reinterpret_cast<void *>(stub));
    return {};
  }
  if (found.pack) {
    found.callStub = forwardingStub(call, image_, stub, Forwarding::Call);
    found.launchStub = forwardingStub(call, image_, stub, Forwarding::Launch);
    if (!found.callStub || !found.launchStub)
      return {};
  }
  functions_.emplace(stub, found);
  return found;
}

doca_error_t Program::statusOf(flexio_status status) const {
  if (status == FLEXIO_STATUS_SUCCESS)
    return DOCA_SUCCESS;
  if (status == FLEXIO_STATUS_FATAL_ERR || !isAlive())
    return DOCA_ERROR_BAD_STATE;
  return status == FLEXIO_STATUS_TIMEOUT ? DOCA_ERROR_TIME_OUT
                                         : DOCA_ERROR_DRIVER;
}

doca_error_t Program::run(const char *call, flexio_func_t *entry,
                          uint64_t argument, uint64_t &value) {
  doca_error_t status =
      statusOf(flexio_process_call(process_, entry, &value, argument));
  if (status == DOCA_ERROR_BAD_STATE) {
    reportFailure(call);
    *settings_.hasFailed = true;
  }
  return status;
}

doca_error_t Program::setCopies(uint64_t copies) {
  context_.copies = copies;
  return write(handle_ + offsetof(doca_abi_context, copies), &copies,
               sizeof copies);
}

uint64_t Program::allocate(size_t size) {
  flexio_uintptr_t address = 0;
  flexio_buf_dev_alloc(process_, size, &address);
  return address;
}

void Program::free(uint64_t address) {
  if (address != 0)
    flexio_buf_dev_free(process_, address);
}

doca_error_t Program::write(uint64_t address, const void *data, size_t size) {
  return statusOf(flexio_host2dev_memcpy(process_, const_cast<void *>(data),
                                         size, address));
}

} // namespace dpa::doca
