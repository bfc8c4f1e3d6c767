// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole files: read one into memory; write one so that the name appears only
// when all of it is there. Errors carry the file's name and the system's
// reason. A failed or interrupted write leaves the target as it was.
#ifndef DPA_IMAGE_FILE_H
#define DPA_IMAGE_FILE_H

#include "base/bytes.h"
#include "base/result.h"

namespace dpa::image {

/// Regular files, pipes and character devices.
Result<Bytes> readFile(const std::string &path);

/// Writes beside `path`, then renames. What is not a regular file (a pipe,
/// /dev/stdout) is written to directly. The mode is 0666 less the umask.
Result<void> writeFile(const std::string &path, ByteView bytes);

/// The same with the permissions of the file `model`, which may be `path`
/// itself: for a changed program. A symbolic link at `path` stays one.
Result<void> writeFileLike(const std::string &model, const std::string &path,
                           ByteView bytes);

} // namespace dpa::image

#endif
