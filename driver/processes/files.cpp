// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads and writes with image/. See files.h.
#include "driver/processes/files.h"

#include "driver/processes/report.h"
#include "image/file.h"

#include "llvm/Support/FileSystem.h"

namespace dpa::driver {

bool reportIn(const std::string &file, const Error &error) {
  reportForeign(file, error.message);
  return false;
}

std::optional<Bytes> readOrReport(const std::string &path) {
  Result<Bytes> bytes = image::readFile(path);
  if (bytes)
    return std::move(*bytes);
  reportForeign(bytes.error().message);
  return std::nullopt;
}

bool writeOrReport(const std::string &path, ByteView bytes) {
  Result<void> written = image::writeFile(path, bytes);
  if (!written)
    reportForeign(written.error().message);
  return static_cast<bool>(written);
}

bool isStream(const std::string &path) {
  llvm::sys::fs::file_status status;
  return !llvm::sys::fs::status(path, status) &&
         llvm::sys::fs::is_other(status);
}

} // namespace dpa::driver
