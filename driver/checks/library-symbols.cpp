// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the symbol tables of archives with LLVM. See library-symbols.h.
#include "driver/checks/library-symbols.h"

#include "llvm/Object/Archive.h"
#include "llvm/Support/MemoryBuffer.h"

namespace dpa::driver {

bool LibrarySymbols::defines(llvm::StringRef name) {
  for (const std::string &archive : archives_)
    read(archive);
  archives_.clear();
  return names_.contains(name);
}

void LibrarySymbols::read(const std::string &archive) {
  auto buffer = llvm::MemoryBuffer::getFile(archive, false, false);
  if (!buffer)
    return;
  auto opened = llvm::object::Archive::create((*buffer)->getMemBufferRef());
  if (!opened) {
    llvm::consumeError(opened.takeError());
    return;
  }
  for (const llvm::object::Archive::Symbol &symbol : (*opened)->symbols())
    names_.insert(symbol.getName());
}

} // namespace dpa::driver
