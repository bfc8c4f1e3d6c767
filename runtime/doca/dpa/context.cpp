// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions about contexts: their life, their program, what they know.
#include "runtime/doca/dpa/context.h"

#include "runtime/doca/dpa/limits.h"

#include <cerrno>
#include <climits>
#include <cstring>

using namespace dpa::doca;

namespace {

/// Checks of a context, which is live.
auto notExtended(const doca_dpa *dpa, doca_error_t error) {
  return require([=] { return !dpa->isExtended; }, error,
                 "DPA context is extended (expected the first one)");
}

doca_error_t startProgram(const char *call, doca_dpa &dpa) {
  auto running = std::make_shared<StartedProgram>(
      ProgramSettings{.app = dpa.app,
                      .dev = dpa.dev,
                      .logLevel = dpa.logLevel,
                      .log = dpa.log.get(),
                      .trace = dpa.trace.get(),
                      .hasFailed = &dpa.hasFailed});
  doca_error_t status = running->program.load(call);
  if (status != DOCA_SUCCESS)
    return status;
  dpa.process = running->program.process();
  dpa.window = running->program.window();
  dpa.windowId = running->program.windowId();
  dpa.handle = running->program.handle();
  dpa.uar = flexio_process_get_uar(dpa.process);
  dpa.uarId = flexio_uar_get_id(dpa.uar);
  dpa.running = std::move(running);
  dpa.hasWrittenFiles = false;
  dpa.isStarted = true;
  return DOCA_SUCCESS;
}

void endProgram(doca_dpa &dpa) {
  dpa.copies.reset();
  dpa.isStarted = false;
  dpa.process = nullptr;
  dpa.window = nullptr;
  dpa.running.reset();
  dpa.hasFailed = false;
}

constexpr const char *extendedKind = "extended DPA context";

doca_error_t extend(doca_dpa &base, doca_dev &other, doca_dpa **extended) {
  flexio_uar *uar = nullptr;
  if (flexio_uar_extend(base.uar, other.context, &uar) != FLEXIO_STATUS_SUCCESS)
    return DOCA_ERROR_DRIVER;
  auto dpa = std::make_unique<doca_dpa>();
  doca_abi_context context = base.program().context();
  context.is_extended = 1;
  context.uar_device = flexio_uar_get_extended_id(uar);
  dpa->handle = base.program().store(context);
  if (dpa->handle == 0) {
    flexio_uar_destroy(uar);
    return DOCA_ERROR_NO_MEMORY;
  }
  dpa->dev = &other;
  dpa->device = Use(other, extendedKind);
  dpa->base = Use(base, extendedKind);
  dpa->app = base.app;
  dpa->running = base.running;
  dpa->process = base.process;
  dpa->window = base.window;
  dpa->windowId = base.windowId;
  dpa->uar = uar;
  dpa->uarId = flexio_uar_get_id(uar);
  dpa->isExtended = true;
  dpa->isStarted = true;
  *extended = publish(std::move(dpa));
  return DOCA_SUCCESS;
}

/// Frees what an extended context has in the program of its base.
doca_error_t endExtension(doca_dpa &dpa) {
  if (dpa.isExtended) {
    dpa.program().free(dpa.handle);
    flexio_uar_destroy(dpa.uar);
  }
  return DOCA_SUCCESS;
}

/// To a buffer of *size bytes, which becomes the number of bytes written.
doca_error_t copyText(const char *call, const std::string &text, char *buffer,
                      uint32_t *size) {
  if (*size <= text.size()) {
    sdkLog(DOCA_LOG_LEVEL_ERROR, call,
           "'%s' does not fit into %u bytes (expected %zu)", text.c_str(),
           *size, text.size() + 1);
    return DOCA_ERROR_INVALID_VALUE;
  }
  *size = static_cast<uint32_t>(text.size() + 1);
  memcpy(buffer, text.c_str(), *size);
  return DOCA_SUCCESS;
}

doca_error_t openOutput(const char *call, OutputFile &output,
                        const char *path) {
  std::unique_ptr<FILE, OutputFile::Close> file(fopen(path, "we"));
  if (!file) {
    sdkLog(DOCA_LOG_LEVEL_ERROR, call, "%s: %s", path, strerror(errno));
    return DOCA_ERROR_OPERATING_SYSTEM;
  }
  output.path = path;
  output.own = std::move(file);
  return DOCA_SUCCESS;
}

/// The core and the report of a fatal error, once.
void writeFiles(doca_dpa &dpa) {
  if (std::exchange(dpa.hasWrittenFiles, true))
    return;
  std::string base = dpa.log.own ? dpa.log.path : "/tmp/doca_dpa_fatal";
  flexio_coredump_create(dpa.process, base.c_str());
  flexio_crash_data(dpa.process, base.c_str());
}

doca_error_t lastError(doca_dpa &dpa) {
  if (!dpa.isStarted || dpa.program().isAlive())
    return DOCA_SUCCESS;
  dpa.hasFailed = true;
  writeFiles(dpa);
  return DOCA_ERROR_BAD_STATE;
}

} // namespace

doca_error_t doca_dpa_cap_is_supported(const struct doca_devinfo *devinfo) {
  return apiCall(__func__, [&] { return dpaSupport(*devinfo); }, live(devinfo));
}

doca_error_t(doca_dpa_create)(struct doca_dev *dev, struct doca_dpa **dpa) {
  return apiCall(
      __func__,
      [&] {
        auto made = std::make_unique<doca_dpa>();
        made->dev = dev;
        made->device = Use(*dev, made->kind);
        *dpa = publish(std::move(made));
        return DOCA_SUCCESS;
      },
      result(dpa, "dpa"), live(dev),
      [&](const char *) { return dpaSupport(*dev->info); });
}

doca_error_t doca_dpa_destroy(struct doca_dpa *dpa) {
  return destroyCall(
      __func__, dpa, [&] { return endExtension(*dpa); }, unused(dpa));
}

doca_error_t doca_dpa_start(struct doca_dpa *dpa) {
  return apiCall(
      __func__, [&] { return startProgram("doca_dpa_start", *dpa); }, live(dpa),
      stopped(dpa),
      require([=] { return dpa->app != nullptr; }, DOCA_ERROR_BAD_STATE,
              "DPA context does not have an app (doca_dpa_set_app)"));
}

doca_error_t doca_dpa_stop(struct doca_dpa *dpa) {
  return apiCall(
      __func__,
      [&] {
        endProgram(*dpa);
        return DOCA_SUCCESS;
      },
      live(dpa), started(dpa), notExtended(dpa, DOCA_ERROR_NOT_PERMITTED),
      unused(dpa));
}

doca_error_t doca_dpa_set_app(struct doca_dpa *dpa, struct doca_dpa_app *app) {
  return apiCall(
      __func__,
      [&] {
        auto *given = reinterpret_cast<flexio_app *>(app);
        if (!flexio_app_get_name(given))
          return DOCA_ERROR_INVALID_VALUE;
        dpa->app = given;
        return DOCA_SUCCESS;
      },
      live(dpa), notNull(app, "app"), stopped(dpa));
}

doca_error_t doca_dpa_get_app(struct doca_dpa *dpa, struct doca_dpa_app **app) {
  return apiCall(
      __func__,
      [&] {
        *app = reinterpret_cast<doca_dpa_app *>(dpa->app);
        return dpa->app ? DOCA_SUCCESS : DOCA_ERROR_BAD_STATE;
      },
      live(dpa), result(app, "app"));
}

doca_error_t doca_dpa_app_get_name(struct doca_dpa_app *app, char *app_name,
                                   uint32_t *app_name_len) {
  const char *call = __func__;
  return apiCall(
      call,
      [&] {
        const char *name =
            flexio_app_get_name(reinterpret_cast<flexio_app *>(app));
        return name ? copyText(call, name, app_name, app_name_len)
                    : DOCA_ERROR_INVALID_VALUE;
      },
      notNull(app, "app"), notNull(app_name, "app_name"),
      notNull(app_name_len, "app_name_len"));
}

doca_error_t doca_dpa_set_log_level(struct doca_dpa *dpa,
                                    doca_dpa_dev_log_level_t log_level) {
  return apiCall(
      __func__,
      [&] {
        dpa->logLevel = log_level;
        return DOCA_SUCCESS;
      },
      live(dpa), notExtended(dpa, DOCA_ERROR_NOT_PERMITTED), stopped(dpa),
      require(
          [number = numberOf(log_level)] { return isDeviceLogLevel(number); },
          DOCA_ERROR_INVALID_VALUE,
          "log_level is not a member of enum doca_dpa_dev_log_level"));
}

doca_error_t doca_dpa_get_log_level(struct doca_dpa *dpa,
                                    doca_dpa_dev_log_level_t *log_level) {
  return apiCall(
      __func__,
      [&] {
        *log_level = static_cast<doca_dpa_dev_log_level_t>(dpa->logLevel);
        return DOCA_SUCCESS;
      },
      live(dpa), notNull(log_level, "log_level"));
}

doca_error_t doca_dpa_log_file_set_path(struct doca_dpa *dpa,
                                        const char *file_path) {
  const char *call = __func__;
  return apiCall(
      call, [&] { return openOutput(call, dpa->log, file_path); }, live(dpa),
      notNull(file_path, "file_path"),
      notExtended(dpa, DOCA_ERROR_NOT_PERMITTED), stopped(dpa));
}

doca_error_t doca_dpa_log_file_get_path(struct doca_dpa *dpa, char *file_path,
                                        uint32_t *file_path_len) {
  const char *call = __func__;
  return apiCall(
      call,
      [&] { return copyText(call, dpa->log.path, file_path, file_path_len); },
      live(dpa), notNull(file_path, "file_path"),
      notNull(file_path_len, "file_path_len"));
}

doca_error_t doca_dpa_trace_file_set_path(struct doca_dpa *dpa,
                                          const char *file_path) {
  const char *call = __func__;
  return apiCall(
      call, [&] { return openOutput(call, dpa->trace, file_path); }, live(dpa),
      notNull(file_path, "file_path"),
      notExtended(dpa, DOCA_ERROR_NOT_PERMITTED), stopped(dpa));
}

doca_error_t doca_dpa_trace_file_get_path(struct doca_dpa *dpa, char *file_path,
                                          uint32_t *file_path_len) {
  const char *call = __func__;
  return apiCall(
      call,
      [&] { return copyText(call, dpa->trace.path, file_path, file_path_len); },
      live(dpa), notNull(file_path, "file_path"),
      notNull(file_path_len, "file_path_len"));
}

doca_error_t doca_dpa_get_max_threads_per_kernel(const struct doca_dpa *dpa,
                                                 unsigned int *value) {
  return apiCall(
      __func__,
      [&] {
        *value = kernelThreadsMax;
        return DOCA_SUCCESS;
      },
      live(dpa), result(value, "value"));
}

doca_error_t doca_dpa_get_kernel_max_run_time(const struct doca_dpa *dpa,
                                              unsigned long long *value) {
  return apiCall(
      __func__,
      [&] {
        std::optional<DeviceLimits> limits = limitsOf(*dpa->dev);
        if (!limits)
          return DOCA_ERROR_DRIVER;
        const unsigned milliseconds = limits->watchdogMilliseconds;
        *value =
            milliseconds == 0 ? ULLONG_MAX : (milliseconds + 999ULL) / 1000;
        return DOCA_SUCCESS;
      },
      live(dpa), result(value, "value"));
}

doca_error_t doca_dpa_device_extend(struct doca_dpa *dpa,
                                    struct doca_dev *other_dev,
                                    struct doca_dpa **extended_dpa) {
  return apiCall(
      __func__, [&] { return extend(*dpa, *other_dev, extended_dpa); },
      result(extended_dpa, "extended_dpa"), usableDpa(dpa), live(other_dev),
      notExtended(dpa, DOCA_ERROR_BAD_STATE));
}

doca_error_t doca_dpa_get_dpa_handle(struct doca_dpa *dpa,
                                     doca_dpa_dev_t *handle) {
  return apiCall(
      __func__,
      [&] {
        *handle = dpa->handle;
        return DOCA_SUCCESS;
      },
      result(handle, "handle"), usableDpa(dpa));
}

doca_error_t doca_dpa_get_uar_id(const struct doca_dpa *dpa, uint32_t *uar_id) {
  return apiCall(
      __func__,
      [&] {
        *uar_id = dpa->uarId;
        return DOCA_SUCCESS;
      },
      live(dpa), started(dpa), result(uar_id, "uar_id"));
}

doca_error_t doca_dpa_peek_at_last_error(const struct doca_dpa *dpa) {
  return apiCall(
      __func__, [&] { return lastError(*const_cast<doca_dpa *>(dpa)); },
      live(dpa));
}
