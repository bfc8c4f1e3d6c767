// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the device stubs. Facts that are not obvious from the text:
// - "used, retain" keeps a function that no device code calls through --gc-sections and LTO;
// - without the promise about the buffer's alignment, the arguments would be loaded byte by byte;
// - a second, inlined copy of every entry point would only cost code, hence noinline on the call;
// - local names are reserved ones, because the entry point itself may be called anything.
#include "clang-plugin/device-stub.h"
#include "clang-plugin/names.h"

#include "clang/AST/Decl.h"
#include "clang/AST/PrettyPrinter.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace dpa::frontend {
namespace {

std::string argumentName(size_t index) {
  return "a" + std::to_string(index);
}

/// A declaration of `name`, e.g. "struct point a0". Types that cannot be named are enumerations and
/// pointers; those convert by themselves.
std::string declare(QualType type, std::string name,
                    const PrintingPolicy &policy) {
  if (type->isPointerType())
    return "void *" + name;
  if (const auto *enumeration = type->getAsEnumDecl())
    type = enumeration->getIntegerType().getCanonicalType();
  type.getAsStringInternal(name, policy);
  return name;
}

void writeArguments(llvm::raw_ostream &out, const Entry &entry,
                    const std::string &tag, const PrintingPolicy &policy) {
  out << "struct " << tag << " {\n";
  for (size_t i = 0; i < entry.arguments.size(); ++i) {
    const Argument &argument = entry.arguments[i];
    out << "  " << declare(argument.type, argumentName(i), policy)
        << " __attribute__((aligned(" << argument.alignment << ")));\n";
  }
  out << "} __attribute__((packed));\n";
  for (size_t i = 0; i < entry.arguments.size(); ++i)
    out << "_Static_assert(__builtin_offsetof(struct " << tag << ", "
        << argumentName(i) << ") == " << entry.arguments[i].offset
        << ", \"argument buffer\");\n";
  out << "_Static_assert(sizeof(struct " << tag << ") == " << entry.bufferSize
      << ", \"argument buffer\");\n";
}

void writeUnpack(llvm::raw_ostream &out, const Entry &entry,
                 const std::string &stem, const std::string &unpackName,
                 const PrintingPolicy &policy) {
  std::string tag = argumentsName(stem, entry.name());
  bool hasArguments = !entry.arguments.empty();
  if (hasArguments)
    writeArguments(out, entry, tag, policy);
  out << "__attribute__((used, retain)) unsigned long\n"
      << unpackName << "(void *_dpacc_buffer, void *_dpacc_function) {\n";
  if (hasArguments)
    out << "  const struct " << tag
        << " *_dpacc_arguments =\n      "
           "__builtin_assume_aligned(_dpacc_buffer, "
        << bufferAlignment << ");\n";
  else
    out << "  (void)_dpacc_buffer;\n";
  out << "  (void)_dpacc_function;\n  [[clang::noinline]] "
      << (entry.isRpc ? "return " : "") << entry.name() << "(";
  for (size_t i = 0; i < entry.arguments.size(); ++i)
    out << (i ? ", " : "") << "_dpacc_arguments->" << argumentName(i);
  out << ");\n" << (entry.isRpc ? "" : "  return 0;\n") << "}\n\n";
}

} // namespace

std::string deviceStubText(const std::vector<Entry> &entries,
                           const image::InterfaceRecord &record,
                           const PrintingPolicy &policy) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "/* Made by dpacc for the end of " << record.stem
      << ", whose types it uses. */\n#pragma pack()\n\n";
  for (size_t i = 0; i < entries.size(); ++i)
    writeUnpack(out, entries[i], record.stem, record.functions[i].unpackName,
                policy);
  return text;
}

} // namespace dpa::frontend
