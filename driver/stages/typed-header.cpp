// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the header of typed calls. The prototypes are lines of the host stubs. See typed-header.h.
#include "driver/stages/typed-header.h"

#include "clang-plugin/names.h"
#include "driver/processes/report.h"
#include "image/host-stub-text.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using llvm::StringRef;

namespace dpa::driver {

namespace {

struct Prototype {
  StringRef name;
  StringRef parameters; ///< ", type name, type name"
  StringRef arguments;  ///< ", name, name"
};

StringRef nameOf(const Prototype &prototype) {
  return prototype.name;
}

/// The lines "/* dpacc entry: name|parameters|arguments */" of a host stub.
std::vector<Prototype> prototypesOf(StringRef stub) {
  std::vector<Prototype> found;
  for (StringRef line : llvm::split(stub, '\n')) {
    if (!line.consume_front(image::prototypeMark) || !line.consume_back(" */"))
      continue;
    auto [name, rest] = line.split('|');
    auto [parameters, arguments] = rest.split('|');
    found.push_back({name, parameters, arguments});
  }
  return found;
}

/// False, and reported, if the typed call of one has the name of another.
bool haveOwnNames(const std::vector<Prototype> &prototypes,
                  const std::string &file) {
  for (const Prototype &each : prototypes) {
    std::string call = (each.name + "_call").str();
    if (llvm::is_contained(llvm::map_range(prototypes, &nameOf), call)) {
      reportErrorIn(file, Problem::TypedCallClashes, each.name.str(), call);
      return false;
    }
  }
  return true;
}

/// Words of C++ that may be names in C, with a blank in front of and behind each.
constexpr StringRef cxxWords =
    " and and_eq bitand bitor catch char8_t char16_t char32_t class co_await "
    "co_return co_yield compl concept const_cast consteval constinit decltype "
    "delete dynamic_cast explicit export friend mutable namespace new noexcept "
    "not not_eq operator or or_eq private protected public reinterpret_cast "
    "requires static_cast template this throw try typeid typename using "
    "virtual "
    "xor xor_eq ";

/// The name of an entry point that is valid in both languages.
std::string nameForBoth(StringRef name) {
  const bool isWord = cxxWords.contains((" " + name + " ").str());
  return (name + (isWord ? "_" : "")).str();
}

/// Without FLEXIO_ALLOW_EXPERIMENTAL_API the compiler would warn about flexio_process_call in code
/// that the user did not write.
constexpr char quietBegin[] =
    "#pragma GCC diagnostic push\n"
    "#pragma GCC diagnostic ignored \"-Wdeprecated-declarations\"\n\n";
constexpr char quietEnd[] = "#pragma GCC diagnostic pop\n\n";

class HeaderWriter {
public:
  HeaderWriter(llvm::raw_ostream &out, const Options &options)
      : out_(out), options_(options),
        name_(frontend::identifierFromStem(
            llvm::sys::path::stem(options.typedHeader).str())) {}

  void write(const std::vector<Prototype> &prototypes) {
    std::string guard = "DPACC_" + StringRef(name_).upper() + "_H";
    out_ << "/* Made by dpacc: typed calls of device functions, with the "
            "result and status of flexio_process_call.\n"
            " * Include the header of their structs and enumerations first. "
            "*/\n"
            "#ifndef "
         << guard << "\n#define " << guard
         << "\n\n#include <stdbool.h>\n#include <stdint.h>\n\n"
            "#include <libflexio/flexio.h>\n\n"
            "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n";
    if (options_.mode == Mode::Link || options_.mode == Mode::Shared)
      out_ << "extern struct flexio_app *" << options_.appName << ";\n\n";
    out_ << quietBegin;
    for (const Prototype &each : prototypes)
      writeForC(each);
    out_ << quietEnd << "#ifdef __cplusplus\n}\n\nnamespace " << name_
         << "_calls {\n\n";
    for (const Prototype &each : prototypes)
      writeForCxx(each);
    out_ << "} // namespace " << name_ << "_calls\n#endif\n\n#endif\n";
  }

private:
  void writeForC(const Prototype &each) {
    const std::string name = nameForBoth(each.name);
    out_ << "extern flexio_func_t " << name;
    if (name != each.name)
      out_ << " __asm__(\"" << each.name << "\")";
    out_ << ";\nstatic inline flexio_status\n"
         << each.name
         << "_call(struct flexio_process *process, uint64_t *result"
         << each.parameters << ")\n{\n  return flexio_process_call(process, "
         << name << ", result" << each.arguments << ");\n}\n\n";
  }

  void writeForCxx(const Prototype &each) {
    out_ << "inline flexio_status " << nameForBoth(each.name)
         << "(flexio_process *process, uint64_t &result" << each.parameters
         << ")\n{\n  return " << each.name << "_call(process, &result"
         << each.arguments << ");\n}\n\n";
  }

  llvm::raw_ostream &out_;
  const Options &options_;
  std::string name_;
};

} // namespace

bool addTypedHeader(const Inputs &inputs,
                    llvm::ArrayRef<image::InterfaceRecord> records,
                    OutputFiles &outputs) {
  const Options &options = inputs.options;
  if (options.typedHeader.empty())
    return true;
  std::vector<Prototype> prototypes;
  auto add = [&](const image::InterfaceRecord &record) {
    llvm::append_range(prototypes, prototypesOf(record.hostStub));
  };
  llvm::for_each(records, add);
  for (const DeviceObject &object : inputs.objects)
    llvm::for_each(object.records, add);
  if (!haveOwnNames(prototypes, options.typedHeader))
    return false;
  std::string text;
  llvm::raw_string_ostream out(text);
  HeaderWriter(out, options).write(prototypes);
  return outputs.add(options.typedHeader, viewOf(text));
}

} // namespace dpa::driver
