// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target: any bytes as a file of options, which may name itself and more files. It is in an
// empty folder; bytes with a '/' could name files elsewhere and are left out.
#include "driver/options/option-files.h"
#include "test/fuzz/silent-report.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace {

/// The current folder during its lifetime: libFuzzer's relative paths refer to another one.
class InFolder {
public:
  explicit InFolder(const char *folder)
      : before(open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (before < 0 || chdir(folder) != 0)
      std::abort();
  }
  ~InFolder() {
    if (fchdir(before) != 0)
      std::abort();
    close(before);
  }
  InFolder(const InFolder &) = delete;
  InFolder &operator=(const InFolder &) = delete;

private:
  int before;
};

/// Empty except for the file; removed at the end.
class Folder {
public:
  Folder() {
    if (!mkdtemp(path))
      std::abort();
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  Folder(const Folder &) = delete;
  Folder &operator=(const Folder &) = delete;

  char path[32] = "/tmp/option-file-XXXXXX";
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const Folder folder;
  const llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  if (text.contains('/'))
    return 0;
  const InFolder here(folder.path);
  std::ofstream("file", std::ios::binary) << std::string_view(text);
  dpa::test::forgetErrors();
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver saver(memory);
  const char *arguments[] = {"@file"};
  for (const char *word : dpa::driver::expandOptionFiles(arguments, saver))
    if (llvm::StringRef(word).size() > size)
      std::abort();
  return 0;
}
