// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files of a state directory: atomic replacement of files, an envelope with a digest, and
// locks between programs.
#ifndef DPA_EMULATOR_AUTHENTICATION_STORE_FILES_H
#define DPA_EMULATOR_AUTHENTICATION_STORE_FILES_H

#include "base/bytes.h"
#include "base/descriptor.h"
#include "base/result.h"

#include <sys/types.h>

namespace dpa::auth {

/// Errors: cannot be read, or larger than any file of a store.
Result<Bytes> readStoreFile(const std::string &path);

/// Writes and syncs a temporary file, then renames it to `path`: after a crash the file is
/// the old or the new one. The caller must hold the writers' lock.
Result<void> replaceStoreFile(const std::string &path, ByteView bytes,
                              mode_t mode = 0666);
/// Syncs the names of the directory.
Result<void> flushFolder(const std::string &folder);

/// magic, content, SHA-256 of both. The magic has 16 characters.
Bytes wrapContent(std::string_view magic, ByteView content);
/// Errors: another magic or digest.
Result<Bytes> unwrapContent(std::string_view magic, ByteView file);

enum class LockMode : uint8_t { Shared, Exclusive };

/// Waits for the lock of a file, which is held as long as the descriptor is open.
Result<Descriptor> lockFile(const std::string &path, LockMode mode);
/// Not open if another program holds the lock.
Result<Descriptor> tryLockFile(const std::string &path, LockMode mode);

} // namespace dpa::auth

#endif
