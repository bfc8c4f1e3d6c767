// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Generated names. They are an interface: debuggers, existing scripts and libraries know them.
#include "clang-plugin/names.h"
#include "image/device-elf.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MD5.h"

namespace dpa::frontend {

std::string identifierFromStem(const std::string &stem) {
  std::string identifier;
  for (char c : stem) {
    if (identifier.empty() && llvm::isDigit(c))
      identifier += '_';
    if (llvm::isAlnum(c) || c == '_') {
      identifier += c;
      continue;
    }
    identifier += '_';
    identifier += llvm::toHex(llvm::StringRef(&c, 1), /*LowerCase=*/true);
  }
  return identifier;
}

std::string packName(const std::string &stem, const std::string &function) {
  return "_dpacc_pack_" + stem + "_" + function;
}

std::string unpackName(const std::string &stem, const std::string &function) {
  std::string name =
      std::string(image::unpackSymbolPrefix) + stem + "_" + function;
  if (name.size() <= maximumNameLength)
    return name;
  llvm::MD5::MD5Result hash =
      llvm::MD5::hash(llvm::arrayRefFromStringRef(name));
  constexpr size_t digits = 16;
  name.resize(maximumNameLength - digits - 1);
  return name + "_" + hash.digest().str().substr(0, digits).str();
}

std::string argumentsName(const std::string &stem,
                          const std::string &function) {
  return "_dpacc_" + stem + "_" + function + "_args";
}

std::string registerName(const std::string &stem) {
  return "_dpacc_file_" + stem + "_register_all";
}

} // namespace dpa::frontend
