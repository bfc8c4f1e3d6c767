// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names and descriptions of results, and the version of the library.
#include "runtime/include/doca/doca_error.h"
#include "runtime/include/doca/doca_version.h"

#include <iterator>

namespace {

struct ErrorText {
  const char *name;
  const char *description;
};

/// By number.
constexpr ErrorText errorTexts[] = {
    {"DOCA_SUCCESS", "Success"},
    {"DOCA_ERROR_UNKNOWN", "Unknown error"},
    {"DOCA_ERROR_NOT_PERMITTED", "Operation not permitted"},
    {"DOCA_ERROR_IN_USE", "Resource already in use"},
    {"DOCA_ERROR_NOT_SUPPORTED", "Operation not supported"},
    {"DOCA_ERROR_AGAIN", "Resource temporarily unavailable, try again"},
    {"DOCA_ERROR_INVALID_VALUE", "Invalid input"},
    {"DOCA_ERROR_NO_MEMORY", "Memory allocation failure"},
    {"DOCA_ERROR_INITIALIZATION", "Resource initialization failure"},
    {"DOCA_ERROR_TIME_OUT", "Timer expired waiting for resource"},
    {"DOCA_ERROR_SHUTDOWN", "Shut down in process or completed"},
    {"DOCA_ERROR_CONNECTION_RESET", "Connection reset by peer"},
    {"DOCA_ERROR_CONNECTION_ABORTED", "Connection aborted"},
    {"DOCA_ERROR_CONNECTION_INPROGRESS", "Connection in progress"},
    {"DOCA_ERROR_NOT_CONNECTED", "Not connected"},
    {"DOCA_ERROR_NO_LOCK", "Unable to acquire required lock"},
    {"DOCA_ERROR_NOT_FOUND", "Resource not found"},
    {"DOCA_ERROR_IO_FAILED", "Input/output operation failed"},
    {"DOCA_ERROR_BAD_STATE", "Bad state"},
    {"DOCA_ERROR_UNSUPPORTED_VERSION", "Unsupported version"},
    {"DOCA_ERROR_OPERATING_SYSTEM", "Operating system call failure"},
    {"DOCA_ERROR_DRIVER", "DOCA driver call failure"},
    {"DOCA_ERROR_UNEXPECTED", "Unexpected scenario was detected"},
    {"DOCA_ERROR_ALREADY_EXIST", "Resource already exists"},
    {"DOCA_ERROR_FULL", "No more space in resource"},
    {"DOCA_ERROR_EMPTY", "No entry is available in resource"},
    {"DOCA_ERROR_IN_PROGRESS", "Operation is in progress"},
    {"DOCA_ERROR_TOO_BIG", "Requested operation is too big"},
    {"DOCA_ERROR_AUTHENTICATION", "Authentication failure"},
    {"DOCA_ERROR_BAD_CONFIG", "Bad configuration"},
    {"DOCA_ERROR_SKIPPED", "Result is valid, but data was skipped"},
};
static_assert(std::size(errorTexts) == DOCA_ERROR_SKIPPED + 1);

constexpr ErrorText unknownErrorText = {"DOCA_UNKNOWN_ERROR", "Unknown error"};

const ErrorText &errorText(doca_error_t error) {
  auto number = static_cast<unsigned>(error);
  return number < std::size(errorTexts) ? errorTexts[number] : unknownErrorText;
}

} // namespace

const char *doca_error_get_name(doca_error_t error) {
  return errorText(error).name;
}

const char *doca_error_get_descr(doca_error_t error) {
  return errorText(error).description;
}

const char *doca_get_error_string(doca_error_t error) {
  return doca_error_get_descr(error);
}

const char *doca_get_error_name(doca_error_t error) {
  return doca_error_get_name(error);
}

const char *doca_version_runtime(void) {
  return DOCA_VERSION_STRING;
}
