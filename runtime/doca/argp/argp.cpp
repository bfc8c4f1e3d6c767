// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of doca_argp.h.
#include "base/enum-value.h"
#include "runtime/doca/argp/command-line.h"
#include "runtime/doca/common/api-call.h"

#include <cstdlib>

using namespace dpa::doca;

namespace {

auto isInitialized() {
  return require([] { return commandLine() != nullptr; },
                 DOCA_ERROR_INITIALIZATION, "doca_argp_init() was not called");
}

/// A callback cannot destroy what called it.
auto isNotReading() {
  return require([] { return !commandLine()->isReading(); },
                 DOCA_ERROR_BAD_STATE,
                 "the command line is being read (call it after "
                 "doca_argp_start())");
}

/// Changes a parameter that is live; others are ignored.
template <typename Change>
void changeParameter(const char *call, doca_argp_param *param, Change change) {
  static_cast<void>(apiCall(
      call,
      [&] {
        change();
        return DOCA_SUCCESS;
      },
      live(param)));
}

void setString(const char *call, doca_argp_param *param,
               std::string doca_argp_param::*member, const char *text) {
  changeParameter(call, param, [&] { param->*member = text ? text : ""; });
}

bool isComplete(const doca_argp_param &param) {
  return param.callback && param.type != DOCA_ARGP_TYPE_UNKNOWN &&
         param.type != DOCA_ARGP_TYPE_JSON_OBJ &&
         (!param.shortName.empty() || !param.longName.empty());
}

} // namespace

doca_error_t doca_argp_init(const char *program_name, void *program_config) {
  return apiCall(
      __func__,
      [&] {
        commandLine() =
            std::make_unique<CommandLine>(program_name, program_config);
        return DOCA_SUCCESS;
      },
      notNull(program_name, "program_name"),
      require([] { return commandLine() == nullptr; }, DOCA_ERROR_BAD_STATE,
              "doca_argp_destroy() was not called"));
}

doca_error_t doca_argp_start(int argc, char **argv) {
  return apiCall(
      __func__, [&] { return commandLine()->read(argc, argv); },
      notNull(argv, "argv"), isInitialized(), isNotReading());
}

doca_error_t doca_argp_destroy(void) {
  return apiCall(
      __func__,
      [] {
        commandLine().reset();
        return DOCA_SUCCESS;
      },
      isInitialized(), isNotReading());
}

doca_error_t doca_argp_param_create(struct doca_argp_param **param) {
  return apiCall(
      __func__,
      [&] {
        *param = publish(std::make_unique<doca_argp_param>());
        return DOCA_SUCCESS;
      },
      result(param, "param"));
}

doca_error_t doca_argp_param_destroy(struct doca_argp_param *param) {
  return destroyUnused(__func__, param);
}

void doca_argp_param_set_short_name(struct doca_argp_param *param,
                                    const char *name) {
  setString(__func__, param, &doca_argp_param::shortName, name);
}

void doca_argp_param_set_long_name(struct doca_argp_param *param,
                                   const char *name) {
  setString(__func__, param, &doca_argp_param::longName, name);
}

void doca_argp_param_set_arguments(struct doca_argp_param *param,
                                   const char *arguments) {
  setString(__func__, param, &doca_argp_param::arguments, arguments);
}

void doca_argp_param_set_description(struct doca_argp_param *param,
                                     const char *description) {
  setString(__func__, param, &doca_argp_param::description, description);
}

void doca_argp_param_set_callback(struct doca_argp_param *param,
                                  doca_argp_param_cb_t callback) {
  changeParameter(__func__, param, [&] { param->callback = callback; });
}

void doca_argp_param_set_type(struct doca_argp_param *param,
                              enum doca_argp_type type) {
  changeParameter(__func__, param, [&] {
    param->type = numberOf(type) <= DOCA_ARGP_TYPE_JSON_OBJ
                      ? type
                      : DOCA_ARGP_TYPE_UNKNOWN;
  });
}

void doca_argp_param_set_mandatory(struct doca_argp_param *param) {
  changeParameter(__func__, param, [&] { param->isMandatory = true; });
}

void doca_argp_param_set_multiplicity(struct doca_argp_param *param) {
  changeParameter(__func__, param, [&] { param->mayRepeat = true; });
}

void doca_argp_param_set_cli_only(struct doca_argp_param *param) {
  changeParameter(__func__, param, [] {});
}

doca_error_t doca_argp_register_param(struct doca_argp_param *input_param) {
  return apiCall(
      __func__,
      [&] {
        if (!removeObject(input_param, doca_argp_param::kind))
          return DOCA_ERROR_INVALID_VALUE;
        commandLine()->add(std::unique_ptr<doca_argp_param>(input_param));
        return DOCA_SUCCESS;
      },
      live(input_param), isInitialized(),
      require([=] { return isComplete(*input_param); },
              DOCA_ERROR_INVALID_VALUE,
              "name, type or callback of the parameter is not set (expected a "
              "type of command lines)"),
      require(
          [=] {
            return !commandLine()->find(input_param->shortName,
                                        input_param->longName);
          },
          DOCA_ERROR_INVALID_VALUE, "name is taken by another parameter"));
}

doca_error_t
doca_argp_register_version_callback(doca_argp_param_cb_t callback) {
  return apiCall(
      __func__,
      [&] {
        commandLine()->onVersion = callback;
        return DOCA_SUCCESS;
      },
      isInitialized(),
      require([=] { return callback != nullptr; }, DOCA_ERROR_INVALID_VALUE,
              "callback is NULL"));
}

doca_error_t
doca_argp_register_validation_callback(doca_argp_validation_cb_t callback) {
  return apiCall(
      __func__,
      [&] {
        commandLine()->onEnd = callback;
        return DOCA_SUCCESS;
      },
      isInitialized(),
      require([=] { return callback != nullptr; }, DOCA_ERROR_INVALID_VALUE,
              "callback is NULL"));
}

doca_error_t doca_argp_get_log_level(int *log_level) {
  return apiCall(
      __func__,
      [&] {
        *log_level = static_cast<int>(doca_log_level_get_global_lower_limit());
        return DOCA_SUCCESS;
      },
      notNull(log_level, "log_level"), isInitialized());
}

doca_error_t doca_argp_get_sdk_log_level(int *log_level) {
  return apiCall(
      __func__,
      [&] {
        *log_level = static_cast<int>(doca_log_level_get_global_sdk_limit());
        return DOCA_SUCCESS;
      },
      notNull(log_level, "log_level"), isInitialized());
}

void doca_argp_usage(void) {
  static_cast<void>(apiCall(
      __func__,
      [] {
        commandLine()->printUsage();
        return DOCA_SUCCESS;
      },
      isInitialized()));
  exit(0);
}
