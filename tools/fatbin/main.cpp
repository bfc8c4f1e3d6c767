// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dpa-fatbin: makes, unpacks and lists fat containers. Exit status 0, or 1 with
// an error on standard error.
#include "image/fat-container.h"
#include "image/file.h"
#include "image/model-id.h"
#include "tools/fatbin/options.h"

#include <cinttypes>
#include <cstdio>

using namespace dpa::fatbin;
using namespace dpa;
using namespace dpa::image;

static Result<void> create(const Options &options) {
  std::vector<Bytes> contents;
  contents.reserve(options.members.size()); // members are views into them
  std::vector<FatMember> members;
  for (const Member &member : options.members) {
    Result<Bytes> content = readFile(member.file);
    if (!content)
      return content.error();
    contents.push_back(std::move(*content));
    const Result<MemberKind> kind = memberKindOf(contents.back());
    if (!kind)
      return kind.error().in(member.file);
    members.push_back({member.model, *kind, contents.back(), 0});
  }
  const Result<Bytes> container = writeFatContainer(members);
  if (!container)
    return container.error();
  return writeFile(options.output, *container);
}

static Result<void> extract(const Options &options, ByteView bytes) {
  const Result<FatContainer> container = readFatContainer(bytes);
  if (!container)
    return container.error().in(options.input);
  for (const Member &wanted : options.members)
    if (!container->find(wanted.model))
      return Error{options.input + ": no member for " +
                   nameOfModel(wanted.model)};
  for (const Member &wanted : options.members) {
    const ByteView payload = container->find(wanted.model)->payload;
    if (Result<void> done = writeFile(wanted.file, payload); !done)
      return done.error();
  }
  return {};
}

static std::string nameOfKind(MemberKind kind) {
  switch (kind) {
  case MemberKind::Elf:
    return "elf";
  case MemberKind::Archive:
    return "archive";
  case MemberKind::Bitcode:
    return "bitcode";
  case MemberKind::Attributes:
    return "attributes";
  case MemberKind::Signature:
    return "signature";
  }
  return "kind " + std::to_string(static_cast<uint32_t>(kind));
}

static Result<void> list(const Options &options, ByteView bytes) {
  const Result<FatContainer> container = readFatContainer(bytes);
  if (!container)
    return container.error().in(options.input);
  for (const FatMember &member : container->members)
    std::printf("%-12s %-10s offset %" PRIu64 " size %zu\n",
                nameOfModel(member.model).c_str(),
                nameOfKind(member.kind).c_str(), member.offset,
                member.payload.size());
  return {};
}

static Result<void> run(const Options &options) {
  if (options.action == Options::Action::Create)
    return create(options);
  const Result<Bytes> bytes = readFile(options.input);
  if (!bytes)
    return bytes.error();
  return options.action == Options::Action::List ? list(options, *bytes)
                                                 : extract(options, *bytes);
}

int main(int argc, char **argv) {
  return dpa::tools::runCommand(makeCommandLine(), argc, argv, readOptions,
                                run);
}
