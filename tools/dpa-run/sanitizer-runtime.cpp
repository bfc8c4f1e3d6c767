// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks at the libraries that an ELF file needs: see sanitizer-runtime.h.
#include "tools/dpa-run/sanitizer-runtime.h"

#include "image/elf-file.h"
#include "image/file.h"

#include <algorithm>
#include <cstdlib>
#include <unistd.h>

namespace dpa {
namespace {

bool isSanitizerRuntime(std::string_view library) {
  return library.starts_with("libasan.so.") ||
         (library.starts_with("libclang_rt.asan") && library.ends_with(".so"));
}

/// The file that execvp would start; the name itself if not found.
std::string findProgram(const std::string &program) {
  const char *path = std::getenv("PATH");
  if (program.find('/') != std::string::npos || !path)
    return program;
  for (std::string_view rest = path;;) {
    std::string_view folder = rest.substr(0, rest.find(':'));
    std::string file = (folder.empty() ? "." : std::string(folder));
    file += "/" + program;
    if (access(file.c_str(), X_OK) == 0)
      return file;
    if (folder.size() == rest.size())
      return program;
    rest.remove_prefix(folder.size() + 1);
  }
}

} // namespace

std::string sanitizerRuntimeOf(const std::string &program) {
  const Result<Bytes> bytes = image::readFile(findProgram(program));
  const Result<image::ElfFile> elf =
      bytes ? image::readElf(*bytes) : bytes.error();
  if (!elf)
    return "";
  const std::vector<std::string_view> needed = elf->neededLibraries();
  const auto found = std::ranges::find_if(needed, isSanitizerRuntime);
  // LD_PRELOAD cannot hold every name.
  if (found == needed.end() || found->find_first_of(" :") != found->npos)
    return "";
  return std::string(*found);
}

} // namespace dpa
