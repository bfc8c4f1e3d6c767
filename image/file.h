// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole files: read one into memory; write one so that the name appears only
// when all of it is there. Errors carry the file's name and the system's
// reason. A failed or interrupted write leaves the target as it was.
#ifndef DPA_IMAGE_FILE_H
#define DPA_IMAGE_FILE_H

#include "base/bytes.h"
#include "base/result.h"

#include <functional>

namespace dpa::image {

/// What is read at most: a file of device programs that is larger is damaged or something else.
inline constexpr uint64_t maximalFileSize = uint64_t{2} << 30;
inline constexpr uint64_t maximalStreamSize = uint64_t{256} << 20;
inline constexpr uint64_t maximalOptionFileSize = uint64_t{16} << 20;

/// Regular files, pipes and character devices. Error: also if there is more than `limit` bytes, or
/// more than maximalStreamSize in a stream, or no memory for them.
Result<Bytes> readFile(const std::string &path,
                       uint64_t limit = maximalFileSize);

/// The last part of an error about a file: the system's reason.
std::string reasonOf(const Error &error);

/// Writes beside `path`, then renames. What is not a regular file (a pipe,
/// /dev/null) and descriptors (/dev/stdout) are written to directly. The mode is 0666 less the umask.
Result<void> writeFile(const std::string &path, ByteView bytes);

/// The same for content that a function writes to a descriptor; it returns false,
/// with errno, on failure.
using FileContent = std::function<bool(int fd)>;
Result<void> writeFileBy(const std::string &path, const FileContent &write);

/// The same with the permissions of the file `model`, which may be `path`
/// itself: for a changed program. A symbolic link at `path` stays one.
Result<void> writeFileLike(const std::string &model, const std::string &path,
                           ByteView bytes);

} // namespace dpa::image

#endif
