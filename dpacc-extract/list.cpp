// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists device programs as text (dpacc-extract/list.h).
#include "dpacc-extract/list.h"

#include "dpacc-extract/facts.h"
#include "image/model-id.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <elf.h>

namespace dpa::extract {

using namespace dpa;
using namespace dpa::image;
using llvm::outs;

const char *kindOfSymbol(const ElfSymbol &symbol) {
  return symbol.type == STT_FUNC ? "function" : "object";
}

namespace {

/// "25.01 (0x19010000)": year and month.
std::string versionText(uint64_t version) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << llvm::format("%u.%02u", static_cast<unsigned>(version >> 24 & 0xFF),
                      static_cast<unsigned>(version >> 16 & 0xFF))
      << " (" << hex(version) << ")";
  return text;
}

/// Names in a host file may hold anything; a terminal gets no control codes.
void printName(std::string_view name) {
  llvm::printEscapedString(llvm::StringRef(name), outs());
}

void printSignature(const Result<std::optional<SignatureSlot>> &signature) {
  outs() << "    signature: ";
  if (!signature)
    outs() << "error: " << signature.error().message;
  else if (!*signature)
    outs() << "no room for one";
  else if ((*signature)->used == 0)
    outs() << "empty (room for " << (*signature)->capacity << " bytes)";
  else
    outs() << (*signature)->used << " of " << (*signature)->capacity
           << " bytes used";
  outs() << "\n";
}

void printAttributes(const Result<std::optional<Attributes>> &attributes) {
  outs() << "    process attributes: ";
  if (!attributes)
    outs() << "error: " << attributes.error().message;
  else if (!*attributes)
    outs() << "none";
  else if (!(*attributes)->known)
    outs() << (*attributes)->size << " bytes of an unknown kind";
  else if ((*attributes)->known->empty())
    outs() << "an empty list";
  else
    outs() << llvm::join(llvm::map_range(*(*attributes)->known,
                                         [](const ProcessAttribute &each) {
                                           return nameOfFeature(each.feature) +
                                                  (each.isWanted ? ""
                                                                 : "=false");
                                         }),
                         ", ");
  outs() << "\n";
}

void printEntryPoints(const std::vector<EntryPoint> &entries) {
  outs() << "    entry points:" << (entries.empty() ? " none" : "") << "\n";
  for (const EntryPoint &entry : entries) {
    outs() << "      ";
    printName(entry.function);
    if (!entry.stem.empty()) {
      outs() << " (";
      printName(entry.stem);
      outs() << ")";
    }
    outs() << "\n";
  }
}

void printSymbols(const std::vector<ElfSymbol> &symbols, bool showsAll) {
  outs() << "    symbols: " << symbols.size() << "\n";
  if (!showsAll)
    return;
  for (const ElfSymbol &symbol : symbols) {
    outs() << llvm::format("      0x%08llx %8llu %-8s ",
                           static_cast<unsigned long long>(symbol.address),
                           static_cast<unsigned long long>(symbol.size),
                           kindOfSymbol(symbol));
    printName(symbol.name);
    outs() << "\n";
  }
}

void printElf(const Result<ElfFacts> &elf, bool showsSymbols) {
  if (!elf) {
    outs() << "    error: " << elf.error().message << "\n";
    return;
  }
  outs() << "    Flex IO dev versions: "
         << (elf->devVersions.empty()
                 ? "none"
                 : llvm::join(llvm::map_range(elf->devVersions, versionText),
                              ", "))
         << "\n    OS version: "
         << (elf->osVersion ? hex(*elf->osVersion) : "none") << "\n";
  printEntryPoints(elf->entryPoints);
  printSymbols(elf->symbols, showsSymbols);
}

void printApp(const App &app) {
  outs() << "app '";
  printName(app.name);
  outs() << "'";
  if (!app.member.empty()) {
    outs() << " in member '";
    printName(app.member);
    outs() << "'";
  }
  outs() << "\n";
}

} // namespace

void printText(const Request &request, const std::vector<Choice> &choices) {
  const App *previous = nullptr;
  for (const Choice &choice : choices) {
    if (choice.app != previous)
      printApp(*choice.app);
    previous = choice.app;
    if (!choice.image) {
      outs() << "  no image\n";
      continue;
    }
    const Facts facts = factsOf(request.file, choice);
    outs() << "  " << nameOfModel(facts.model) << ": " << choice.image->size
           << " bytes at " << hex(choice.image->offset) << "\n";
    printElf(facts.elf, request.options.showsSymbols);
    printSignature(facts.signature);
    printAttributes(facts.attributes);
  }
}

int list(const Request &request) {
  Refusal refusal;
  const Wish &wish = request.options.wish;
  std::vector<Choice> choices;
  if (wish.app || wish.model || request.apps.empty()) {
    choices = selectAll(request.file, request.apps, wish, refusal);
    if (choices.empty())
      return refuse(request, refusal);
  } else {
    for (const App &app : request.apps) {
      if (app.images.empty())
        choices.push_back({&app, nullptr});
      for (const AppImage &image : app.images)
        choices.push_back({&app, &image});
    }
  }
  if (request.options.isJson)
    printJson(request, choices);
  else
    printText(request, choices);
  return 0;
}

} // namespace dpa::extract
