// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// sign_dpa_apps and list_dpa_apps, and what all signing has in common
// (tools/dpa-sign/signed-file.h).
#include "tools/dpa-sign/signed-file.h"

#include "authentication/crypto-data.h"
#include "authentication/program-check.h"
#include "base/message-text.h"
#include "image/crypto-section.h"
#include "image/elf-file.h"
#include "image/file.h"
#include "image/model-id.h"
#include "tools/dpa-sign/actions.h"
#include "tools/dpa-sign/signing-material.h"

#include "llvm/Support/raw_ostream.h"

namespace dpa::sign {

namespace {

Result<Bytes> signOne(const Program &program, const Options &options,
                      ByteView chain, const Signer &sign) {
  if (Result<void> checked = checkCanBeSigned(program); !checked)
    return checked.error();
  const Result<Bytes> input = auth::makeSigningInput(
      program.elf, formFor(program, options), program.attributes);
  if (!input)
    return input.error().in(program.title());
  const Result<Bytes> signature = sign(program, *input);
  if (!signature)
    return signature.error().in(program.title());
  Result<Bytes> data = auth::makeCryptoData(*input, *signature, chain);
  if (!data)
    return data.error().in(program.title());
  if (const auto refused =
          auth::checkProgram({program.elf, *data, program.attributes}, nullptr))
    return Error{program.title() + ": a device would refuse the result: " +
                 std::string(auth::nameOf(refused->reason)) + ": " +
                 refused->detail};
  return data;
}

Result<Bytes> addSections(const Options &options, Bytes file,
                          const std::vector<Bytes> &contents) {
  const bool isElf = image::kindOf(file) == image::FileKind::Elf;
  if (options.section == SectionPolicy::Always && !isElf)
    return Error{options.hostFile +
                 ": an archive has no sections (--crypto_section=always)"};
  if (options.section == SectionPolicy::Never || !isElf ||
      (options.section == SectionPolicy::Executables &&
       !image::isExecutable(file)))
    return file;
  Result<Bytes> extended = image::addCryptoSections(file, contents);
  if (!extended)
    return extended.error().in(options.hostFile);
  return extended;
}

} // namespace

auth::HashListForm formFor(const Program &program, const Options &options) {
  return options.hashList.value_or(program.attributes
                                       ? auth::HashListForm::Short
                                       : auth::HashListForm::Long);
}

Result<void> writeSignedFile(const tools::CommandLine &line,
                             const Options &options, ByteView chain,
                             const Signer &sign) {
  const Result<HostFile> file = readHostFile(options.hostFile);
  if (!file)
    return file.error();
  Bytes result = file->content;
  std::vector<Bytes> contents;
  for (const Program &program : file->programs) {
    Result<Bytes> data = signOne(program, options, chain, sign);
    if (!data)
      return data.error().in(options.hostFile);
    if (Result<void> filled = fillSlot(program, *data, result); !filled)
      return filled.error().in(options.hostFile);
    contents.push_back(*std::move(data));
  }
  Result<Bytes> complete = addSections(options, std::move(result), contents);
  if (!complete)
    return complete.error();
  if (complete->size() != file->content.size())
    line.note("GNU strip and objcopy reject the section with the signature "
              "(--crypto_section=never leaves it out; llvm-strip accepts it)");
  return image::writeFileLike(options.hostFile, options.output, *complete);
}

Result<void> signPrograms(const tools::CommandLine &line,
                          const Options &options) {
  const Result<ChainFile> chain = readChainFile(line, options);
  if (!chain)
    return chain.error();
  const Result<auth::PrivateKey> key = openLeafKey(options, chain->leaf());
  if (!key)
    return key.error();
  if (Result<void> done = writeSignedFile(
          line, options, chain->chain,
          [&](const Program &, ByteView input) { return key->sign(input); });
      !done)
    return done;
  llvm::outs() << options.output << " was signed successfully.\n";
  return {};
}

Result<void> listPrograms(const tools::CommandLine &, const Options &options) {
  const Result<HostFile> file = readHostFile(options.hostFile);
  if (!file)
    return file.error();
  for (const Program &program : file->programs)
    llvm::outs() << program.number << " " << printable(program.app) << " "
                 << image::nameOfModel(program.model) << " offset "
                 << hex(program.offset) << " size " << program.elf.size()
                 << (program.cryptoData.empty() ? " unsigned" : " signed")
                 << " \"" << image::cryptoSectionName(program.number) << "\"\n";
  return {};
}

} // namespace dpa::sign
