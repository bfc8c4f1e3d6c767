// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole files, with errors reported.
#ifndef DPA_DRIVER_PROCESSES_FILES_H
#define DPA_DRIVER_PROCESSES_FILES_H

#include "base/bytes.h"
#include "base/result.h"

#include <optional>
#include <string>

namespace dpa::driver {

/// Reports an error of image/ and returns false.
bool reportIn(const std::string &file, const Error &error);

/// The file's bytes; reports and returns nothing if it cannot be read.
std::optional<Bytes> readOrReport(const std::string &path);

/// Reports and returns false if the file cannot be written.
bool writeOrReport(const std::string &path, ByteView bytes);

/// A device such as /dev/null, or a pipe: written to, never replaced.
bool isStream(const std::string &path);

} // namespace dpa::driver

#endif
