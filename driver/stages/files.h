// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole files with errors reported, and fat containers made from files: small things that several steps share.
#ifndef DPA_DRIVER_STAGES_FILES_H
#define DPA_DRIVER_STAGES_FILES_H

#include "base/bytes.h"
#include "base/result.h"
#include "driver/plan/plan.h"

namespace dpa::driver {

/// Reports an error of image/ and returns false.
bool reportIn(const std::string &file, const Error &error);

/// The file's bytes; reports and returns nothing if it cannot be read.
std::optional<Bytes> readOrReport(const std::string &path);

/// Reports and returns false if the file cannot be written.
bool writeOrReport(const std::string &path, ByteView bytes);

/// The process attributes that the options name, if any; reports and returns false if they cannot be read.
bool readAttributesOrReport(const Options &options,
                            std::optional<Bytes> &attributes);

/// Writes a fat container of these files; each is an ELF file, LLVM bitcode or an archive.
bool writeContainerOf(llvm::ArrayRef<DeviceFile> files,
                      const std::string &output);

} // namespace dpa::driver

#endif
