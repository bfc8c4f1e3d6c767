// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// create_signing_input and attach_signature: signing without the key, by a signing
// server. The bytes to sign of each program are a file <name>.tbs; its signature
// is expected in <name>.sig, as `openssl dgst -sha512 -sign` writes it.
#include "authentication/crypto-data.h"
#include "image/file.h"
#include "tools/dpa-sign/actions.h"
#include "tools/dpa-sign/signed-file.h"
#include "tools/dpa-sign/signing-material.h"

#include "llvm/Support/raw_ostream.h"

#include <filesystem>

namespace dpa::sign {

Result<void> createSigningInput(const tools::CommandLine &,
                                const Options &options) {
  const Result<HostFile> file = readHostFile(options.hostFile);
  if (!file)
    return file.error();
  std::vector<Bytes> inputs;
  for (const Program &program : file->programs) {
    if (Result<void> checked = checkCanBeSigned(program); !checked)
      return checked.error().in(options.hostFile);
    Result<Bytes> input = auth::makeSigningInput(
        program.elf, formFor(program, options), program.attributes);
    if (!input)
      return input.error().in(options.hostFile + ": " + program.title());
    inputs.push_back(*std::move(input));
  }
  std::error_code failure;
  std::filesystem::create_directories(options.output, failure);
  if (failure)
    return Error{options.output + ": " + failure.message()};
  for (size_t i = 0; i < inputs.size(); ++i) {
    const std::string path =
        options.output + "/" + file->programs[i].fileName() + ".tbs";
    if (Result<void> written = image::writeFile(path, inputs[i]); !written)
      return written;
    llvm::outs() << path << "\n";
  }
  return {};
}

Result<void> attachSignatures(const tools::CommandLine &line,
                              const Options &options) {
  const Result<ChainFile> chain = readChainFile(line, options);
  if (!chain)
    return chain.error();
  const auto find = [&](const Program &program,
                        ByteView input) -> Result<Bytes> {
    const std::string path =
        options.signatureFolder + "/" + program.fileName() + ".sig";
    Result<Bytes> signature =
        image::readFile(path, image::maximalOptionFileSize);
    if (signature && !chain->leaf().key().verifies(*signature, input))
      return Error{path + ": not a signature of these bytes by the key of '" +
                   chain->leaf().subject() + "'"};
    return signature;
  };
  if (Result<void> done = writeSignedFile(line, options, chain->chain, find);
      !done)
    return done;
  llvm::outs() << options.output << " was signed successfully.\n";
  return {};
}

} // namespace dpa::sign
