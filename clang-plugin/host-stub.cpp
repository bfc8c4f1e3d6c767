// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the host stubs. Facts that are not obvious from the text:
// - functions of other names (entry points, libflexio) are declared under a private identifier with
//   an assembler name, so that an entry point may have the name of a compiler's builtin and no
//   header can contradict;
// - each stub refers to its own name, so that no linker or compiler folds two of them into one
//   address;
// - an image that is to be part of the stub's object is included only if __DPA_OBJ_STUB_FILE__
//   names it.
#include "clang-plugin/host-stub.h"
#include "clang-plugin/names.h"
#include "image/host-stub-text.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace dpa::frontend {
namespace {

std::string stubName(const std::string &stem, const std::string &function) {
  return "_dpacc_stub_" + stem + "_" + function;
}

void writeStub(llvm::raw_ostream &out, const std::string &stem,
               const std::string &function) {
  std::string name = stubName(stem, function);
  out << "__attribute__((weak, noinline)) void " << name << "(void) __asm__(\""
      << function << "\");\n"
      << "void " << name << "(void)\n{\n  static const char name[] = \""
      << function << "\";\n\n"
      << "  __asm__ volatile(\"\" : : \"r\"(name));\n}\n\n";
}

/// A name that only this object has: a weak function of another program that has a file and a
/// function of the same names must not take a pack function's place.
std::string ownName(const std::string &packName) {
  return "_dpacc_own" + packName;
}

/// The names of the parameters in typed calls. The underscore separates them from keywords and from
/// what the calls have beside them.
std::vector<std::string> namesOfParameters(const Entry &entry) {
  std::vector<std::string> names;
  for (const ParmVarDecl *parameter : entry.function->parameters())
    names.push_back(
        parameter->getName().empty() ? "" : parameter->getName().str() + "_");
  for (size_t i = 0; i < names.size(); ++i)
    if (names[i].empty()) {
      std::string name = "arg" + std::to_string(i) + "_";
      while (llvm::is_contained(names, name))
        name += "_";
      names[i] = name;
    }
  return names;
}

/// The entry point as its callers see it: scalars by their basic types, other types as in the source.
void writePrototype(llvm::raw_ostream &out, const ASTContext &context,
                    const Entry &entry) {
  PrintingPolicy policy(context.getLangOpts());
  policy.Bool = true;
  const std::vector<std::string> names = namesOfParameters(entry);
  std::string parameters;
  std::string arguments;
  for (size_t i = 0; i < entry.arguments.size(); ++i) {
    const ParmVarDecl *parameter = entry.function->getParamDecl(i);
    QualType type = parameter->getType().getUnqualifiedType();
    if (type->isBuiltinType() || type->isPointerType())
      type = type.getCanonicalType();
    parameters += ", ";
    llvm::raw_string_ostream declaration(parameters);
    type.print(declaration, policy, names[i]);
    arguments += ", " + names[i];
  }
  out << image::prototypeMark << entry.name() << "|" << parameters << "|"
      << arguments << " */\n";
}

class PackWriter {
public:
  PackWriter(llvm::raw_ostream &out, const ASTContext &context,
             HostTypes &types)
      : out_(out), context_(context), types_(types) {}

  void write(const Entry &entry, const std::string &name) {
    out_ << "__attribute__((weak)) void " << name
         << "(void *argbuf, __builtin_va_list ap);\n"
         << "void " << name << "(void *argbuf, __builtin_va_list ap)\n{\n";
    if (entry.arguments.empty())
      out_ << "  (void)argbuf;\n  (void)ap;\n";
    for (size_t i = 0; i < entry.arguments.size(); ++i)
      out_ << "  " << types_.spell(entry.arguments[i].type) << " a" << i
           << " = " << fetch(entry.arguments[i].type) << ";\n";
    if (!entry.arguments.empty())
      out_ << "\n";
    for (size_t i = 0; i < entry.arguments.size(); ++i)
      out_ << "  __builtin_memcpy((char *)argbuf + "
           << entry.arguments[i].offset << ", &a" << i << ", sizeof a" << i
           << ");\n";
    out_ << "}\n"
         << "static void " << ownName(name)
         << "(void *argbuf, __builtin_va_list ap)\n    __attribute__((alias(\""
         << name << "\")));\n\n";
  }

private:
  /// The next variadic argument, as C's default promotions have changed it.
  std::string fetch(QualType type) {
    QualType promoted = type;
    if (context_.isPromotableIntegerType(type))
      promoted = context_.getPromotedIntegerType(type);
    else if (type->isSpecificBuiltinType(BuiltinType::Float))
      promoted = context_.DoubleTy;
    std::string fetched =
        "__builtin_va_arg(ap, " + types_.spell(promoted) + ")";
    return promoted == type ? fetched
                            : "(" + types_.spell(type) + ")" + fetched;
  }

  llvm::raw_ostream &out_;
  const ASTContext &context_;
  HostTypes &types_;
};

void writeRegister(llvm::raw_ostream &out,
                   const image::InterfaceRecord &record) {
  std::string name = registerName(record.stem);
  out << "__attribute__((weak)) void " << name << "(struct flexio_app *app);\n"
      << "void " << name << "(struct flexio_app *app)\n{\n";
  if (record.functions.empty())
    out << "  (void)app;\n";
  for (const image::InterfaceFunction &function : record.functions)
    out << "  (void)_dpacc_register(app, \"" << function.name << "\",\n      \""
        << function.unpackName << "\",\n      "
        << stubName(record.stem, function.name) << ", "
        << function.argumentBufferSize << ",\n      "
        << ownName(function.packName) << ");\n";
  out << "}\n";
}

/// The layouts are the user's and are asserted; what gcc has to say about
/// packed structs of aligned ones it says where the user declares them.
constexpr const char *quietGcc =
    "#if defined(__GNUC__) && !defined(__clang__)\n"
    "#pragma GCC diagnostic ignored \"-Wpacked-not-aligned\"\n"
    "#endif\n";

void writeHead(llvm::raw_ostream &out, const HostTypes &types,
               const image::InterfaceRecord &record) {
  out << "/* Made by dpacc: what the host needs to call the device functions "
         "of "
      << record.stem << ". */\n"
      << "#ifdef __DPA_OBJ_STUB_FILE__\n#include "
         "__DPA_OBJ_STUB_FILE__\n#endif\n\nstruct flexio_app;\n";
  if (!record.functions.empty())
    out << "int _dpacc_register(struct flexio_app *app, const char "
           "*dev_func_name, const char *dev_unpack_func_name,\n"
        << "    void (*host_stub_func_addr)(void), unsigned long argbuf_size,\n"
        << "    void (*host_pack_func)(void *argbuf, __builtin_va_list ap)) "
           "__asm__(\"flexio_func_pup_register\");\n";
  if (!types.records().empty())
    out << quietGcc;
  out << "\n";
}

} // namespace

std::string hostStubText(const ASTContext &context,
                         const std::vector<Entry> &entries,
                         const image::InterfaceRecord &record,
                         HostTypes &types) {
  std::string functions;
  llvm::raw_string_ostream body(functions);
  PackWriter packs(body, context, types);
  for (size_t i = 0; i < entries.size(); ++i) {
    writePrototype(body, context, entries[i]);
    writeStub(body, record.stem, entries[i].name());
    packs.write(entries[i], record.functions[i].packName);
  }
  writeRegister(body, record);

  std::string text;
  llvm::raw_string_ostream out(text);
  writeHead(out, types, record);
  out << types.definitions() << types.assertions();
  if (!types.definitions().empty())
    out << "\n";
  out << functions;
  return text;
}

} // namespace dpa::frontend
