// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts another device ELF in the place of an image (dpacc-extract/actions.h).
// Nothing in the host file moves: the new image has to fit into the bytes of
// the old one and the zeros after it. Its signature is removed, because it is
// for the old bytes.
#include "dpacc-extract/actions.h"
#include "dpacc-extract/facts.h"

#include "image/app-table.h"
#include "image/device-elf.h"
#include "image/fat-container.h"
#include "image/file.h"
#include "image/model-id.h"

#include <algorithm>

namespace dpa::extract {

using namespace dpa;
using namespace dpa::image;

namespace {

std::string describe(const Request &request, const Choice &choice) {
  return "app '" + choice.app->name + "' for " +
         nameOfModel(modelOf(request.file, *choice.image));
}

/// A device executable for `model`, or for any model if that is unknown.
Result<void> checkModel(const DeviceElf &elf, uint32_t model) {
  if (model == unknownModel || elf.model() == model)
    return {};
  return Error{
      "is for another hardware model (expected " + nameOfModel(model) +
      ", got " +
      (elf.model() ? nameOfModel(*elf.model()) : "no section .dpa.attributes") +
      ")"};
}

/// How many bytes an image may have: its own and the zeros after it, up to the
/// next image or the end of the section.
Result<uint64_t> roomFor(const Request &request, const Choice &choice) {
  const AppImage &image = *choice.image;
  const uint64_t end = image.offset + image.size;
  uint64_t limit =
      choice.app->imageSection.offset + choice.app->imageSection.size;
  for (const AppImage &other : choice.app->images) {
    if (&other == &image || other.size == 0)
      continue;
    if (other.offset < end && image.offset < other.offset + other.size)
      return Error{describe(request, choice) +
                   " shares its bytes with the image for " +
                   nameOfModel(other.model)};
    if (other.offset >= end)
      limit = std::min(limit, other.offset);
  }
  const ByteView behind = request.file.subspan(end, limit - end);
  const auto used = std::ranges::find_if(
      behind, [](std::byte byte) { return byte != std::byte{0}; });
  return image.size + static_cast<uint64_t>(used - behind.begin());
}

void put(Bytes &file, uint64_t offset, ByteView bytes) {
  std::ranges::copy(bytes, file.begin() + static_cast<ptrdiff_t>(offset));
}

void zero(Bytes &file, uint64_t offset, uint64_t size) {
  std::fill_n(file.begin() + static_cast<ptrdiff_t>(offset), size,
              std::byte{0});
}

/// The constructor's table for the images that are in `file` now. Programs by
/// other compilers have none.
Result<void> updateTable(const App &app, Bytes &file) {
  if (app.table.size == 0)
    return {};
  auto contentOf = [&](const AppSection &section) {
    return ByteView(file).subspan(section.offset, section.size);
  };
  const Result<Bytes> table =
      makeAppTable(contentOf(app.imageSection), contentOf(app.signatures));
  if (!table)
    return table.error();
  if (table->size() > app.table.size)
    return Error{"section '" + app.table.name +
                 "' is damaged (expected at least " +
                 std::to_string(table->size()) + " bytes, got " +
                 std::to_string(app.table.size) + ")"};
  put(file, app.table.offset, *table);
  return {};
}

/// The host file with the image, which fits, in place of the chosen one.
Bytes changed(const Request &request, const Choice &choice, ByteView image) {
  Bytes file(request.file.begin(), request.file.end());
  zero(file, choice.image->offset, choice.image->size);
  put(file, choice.image->offset, image);
  const AppSection &section = choice.app->imageSection;
  const ByteView content = request.file.subspan(section.offset, section.size);
  if (!isFatContainer(content))
    return file;
  const auto index =
      static_cast<uint64_t>(choice.image - choice.app->images.data());
  Bytes size;
  appendU64(size, image.size());
  put(file, section.offset + fatMemberSizeOffset(index), size);
  return file;
}

/// Empties the slot of the image.
Result<void> removeSignature(const Request &request, const Choice &choice,
                             Bytes &file) {
  const Result<std::optional<SignatureSlot>> slot =
      signatureOf(request.file, choice);
  if (!slot)
    return slot.error().in(request.options.input);
  if (!*slot || (*slot)->used == 0)
    return {};
  zero(file, (*slot)->offset, 8 + (*slot)->used);
  request.line.note("the signature of " + describe(request, choice) +
                    " is removed: it was for the old image");
  return {};
}

/// The same function in an image; its stem may be another one.
const EntryPoint *find(const ElfFacts &facts, const std::string &function) {
  const auto found =
      std::ranges::find(facts.entryPoints, function, &EntryPoint::function);
  return found == facts.entryPoints.end() ? nullptr : &*found;
}

/// The host looks entry points up by function and stem (the name of the source)
/// when it calls them.
void noteMissingEntryPoints(const Request &request, const Choice &choice,
                            ByteView image) {
  const Result<ElfFacts> before =
      elfFacts(request.file.subspan(choice.image->offset, choice.image->size));
  const Result<ElfFacts> after = elfFacts(image);
  if (!before || !after)
    return;
  for (const EntryPoint &entry : before->entryPoints) {
    if (std::ranges::any_of(after->entryPoints, [&](const EntryPoint &other) {
          return other.function == entry.function && other.stem == entry.stem;
        }))
      continue;
    const EntryPoint *other = find(*after, entry.function);
    request.line.note("entry point '" + entry.function +
                      (other ? "' has the stem '" + entry.stem +
                                   "' in the old image and '" + other->stem +
                                   "' in the new one: its calls will fail"
                             : "' is in the old image and not in the new one"));
  }
}

int refuseSize(const Request &request, const Choice &choice, uint64_t room,
               uint64_t size) {
  const int status = request.line.fail(
      {request.options.replacement + ": does not fit into the place of " +
       describe(request, choice) + " in " + request.options.input +
       " (expected at most " + std::to_string(room) + " bytes, got " +
       std::to_string(size) + ")"});
  request.line.note("llvm-strip -g makes it smaller; dpacc makes a new library "
                    "of any size");
  return status;
}

int replaceBy(const Request &request, const Choice &choice,
              const DeviceElf &elf, ByteView image) {
  if (Result<void> fits = checkModel(elf, modelOf(request.file, *choice.image));
      !fits)
    return request.line.fail(fits.error().in(request.options.replacement));
  const Result<uint64_t> room = roomFor(request, choice);
  if (!room)
    return request.line.fail(room.error().in(request.options.input));
  if (image.size() > *room)
    return refuseSize(request, choice, *room, image.size());
  Bytes file = changed(request, choice, image);
  if (Result<void> done = updateTable(*choice.app, file); !done)
    return request.line.fail(done.error().in(request.options.input));
  if (Result<void> done = removeSignature(request, choice, file); !done)
    return request.line.fail(done.error());
  noteMissingEntryPoints(request, choice, image);
  const std::string &output = request.options.output;
  return request.line.finish(
      writeFileLike(request.options.input,
                    output.empty() ? request.options.input : output, file));
}

} // namespace

int replace(const Request &request) {
  const std::string &name = request.options.replacement;
  const Result<Bytes> image = readFile(name);
  if (!image)
    return request.line.fail(image.error());
  const Result<DeviceElf> elf = DeviceElf::open(*image);
  if (!elf)
    return request.line.fail(elf.error().in(name));
  // Without --mcpu the model of the new image chooses the one to replace.
  Wish wish = request.options.wish;
  if (!wish.model)
    wish.model = elf->model();
  Refusal refusal;
  const std::optional<Choice> choice =
      select(request.file, request.apps, wish, refusal);
  if (!choice)
    return refuse(request, refusal);
  return replaceBy(request, *choice, *elf, *image);
}

} // namespace dpa::extract
