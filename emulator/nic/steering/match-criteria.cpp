// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks of masks and values, and names of fields for messages.
#include "emulator/nic/steering/match-criteria.h"

#include <cinttypes>
#include <cstdio>

namespace dpa {
namespace {

/// All blocks of match parameters, in their order; bit n of the criteria enables
/// block n.
constexpr const char *blockNames[] = {"outer_headers",     "misc_parameters",
                                      "inner_headers",     "misc_parameters_2",
                                      "misc_parameters_3", "misc_parameters_4",
                                      "misc_parameters_5", "reserved"};
constexpr size_t blockCount = std::size(blockNames);
constexpr size_t innerBlock = 2;
constexpr unsigned criteriaMax = 0x7f;

constexpr size_t wordSize = 4;
static_assert(SteeringMatcher::sizeMax ==
              blockCount * matchBlockWords * wordSize);
using Parameters = std::array<uint32_t, blockCount * matchBlockWords>;

SteeringResult failure(SteeringStatus status, std::string message) {
  return {.status = status, .message = std::move(message), .id = 0};
}

SteeringResult readWords(std::span<const std::byte> bytes, Parameters &words) {
  if (bytes.size() > SteeringMatcher::sizeMax || bytes.size() % wordSize != 0)
    return failure(SteeringStatus::Invalid,
                   "size of match parameters: " + std::to_string(bytes.size()) +
                       " bytes (expected a multiple of 4, at most 512)");
  words = {};
  for (size_t i = 0; i < bytes.size(); ++i)
    words[i / wordSize] =
        words[i / wordSize] << 8 | std::to_integer<uint32_t>(bytes[i]);
  return {};
}

/// The row of the field that has any of these bits; null: they are reserved, or in
/// a block without rows.
const MatchFieldRow *findField(size_t block, size_t word, uint32_t bits) {
  if (block == innerBlock)
    block = static_cast<size_t>(MatchBlock::Outer); // the same layout
  for (const MatchFieldRow &row : matchFields)
    if (static_cast<size_t>(row.block) == block && row.word() == word &&
        (row.mask() & bits) != 0)
      return &row;
  return nullptr;
}

std::string nameOf(size_t block, size_t word, uint32_t bits) {
  std::string name = blockNames[block];
  if (const MatchFieldRow *row = findField(block, word, bits))
    return name + "." + row->name;
  char text[48];
  std::snprintf(text, sizeof text, " bits 0x%08" PRIx32 " at byte %zu", bits,
                word * wordSize);
  return name + text;
}

bool isMatched(MatchScope scope, SteeringDomain domain) {
  switch (scope) {
  case MatchScope::Everywhere:
    return true;
  case MatchScope::InFdb:
    return domain == SteeringDomain::Fdb;
  case MatchScope::NotInReceive:
    return domain != SteeringDomain::NicReceive;
  case MatchScope::Nowhere:
    break;
  }
  return false;
}

/// Bits of a word that can be matched in a domain.
uint32_t matchedBits(size_t block, size_t word, SteeringDomain domain) {
  uint32_t bits = 0;
  for (const MatchFieldRow &row : matchFields)
    if (static_cast<size_t>(row.block) == block && row.word() == word &&
        isMatched(row.scope, domain))
      bits |= row.mask();
  return bits;
}

bool isEnabled(uint8_t criteria, size_t block) {
  return (criteria >> block & 1) != 0;
}

} // namespace

SteeringResult MatchCriteria::read(const SteeringMatcher &matcher,
                                   SteeringDomain domain, bool isRoot,
                                   MatchCriteria &read) {
  Parameters words;
  if (matcher.criteria > criteriaMax)
    return failure(SteeringStatus::Invalid,
                   "criteria " + std::to_string(matcher.criteria) +
                       " (expected at most 127)");
  if (SteeringResult size = readWords(matcher.mask, words);
      size.status != SteeringStatus::Ok)
    return size;
  read = MatchCriteria();
  read.criteria_ = matcher.criteria;
  read.isRoot_ = isRoot;
  for (size_t i = 0; i < words.size(); ++i) {
    const size_t block = i / matchBlockWords;
    const size_t word = i % matchBlockWords;
    if (words[i] == 0)
      continue;
    if (!isEnabled(matcher.criteria, block)) {
      if (isRoot)
        return failure(SteeringStatus::Invalid,
                       "mask has " + nameOf(block, word, words[i]) +
                           ", which the criteria do not enable");
      continue;
    }
    if (uint32_t unknown = words[i] & ~matchedBits(block, word, domain))
      return failure(SteeringStatus::NotSupported,
                     "matching " + nameOf(block, word, unknown) +
                         " in this domain is not emulated");
    read.mask_.words[i] = words[i];
    read.used_[read.usedCount_++] = static_cast<uint8_t>(i);
  }
  return {};
}

SteeringResult MatchCriteria::readValue(std::span<const std::byte> bytes,
                                        MatchImage &value) const {
  Parameters words;
  if (bytes.empty())
    return failure(SteeringStatus::Invalid,
                   "value of 0 bytes (expected at least 4)");
  if (SteeringResult size = readWords(bytes, words);
      size.status != SteeringStatus::Ok)
    return size;
  value = MatchImage();
  for (size_t i = 0; i < words.size(); ++i) {
    const size_t block = i / matchBlockWords;
    if (!isRoot_ && !isEnabled(criteria_, block))
      continue;
    const uint32_t mask = i < mask_.words.size() ? mask_.words[i] : 0;
    if (uint32_t unmasked = words[i] & ~mask)
      return failure(SteeringStatus::Invalid,
                     "value has " +
                         nameOf(block, i % matchBlockWords, unmasked) +
                         ", which the mask does not have");
    if (i < value.words.size())
      value.words[i] = words[i];
  }
  return {};
}

} // namespace dpa
