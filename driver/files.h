// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole files with errors reported, and fat containers made from files: small things that several steps share.
#ifndef DPA_DRIVER_FILES_H
#define DPA_DRIVER_FILES_H

#include "driver/models.h"
#include "image/bytes.h"
#include "image/result.h"

namespace dpa::driver {

/// Reports an error of image/ and returns false.
bool reportIn(const std::string &file, const image::Error &error);

/// The file's bytes; reports and returns nothing if it cannot be read.
std::optional<image::Bytes> readOrReport(const std::string &path);

/// Reports and returns false if the file cannot be written.
bool writeOrReport(const std::string &path, image::ByteView bytes);

struct ContainerInput {
  const Model *model;
  std::string path; ///< of an ELF file
};

/// Writes a fat container of these files.
bool writeContainerOf(llvm::ArrayRef<ContainerInput> inputs,
                      const std::string &output);

} // namespace dpa::driver

#endif
