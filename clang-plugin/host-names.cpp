// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists of words, and patterns for <stdint.h>.
#include "clang-plugin/host-names.h"

namespace dpa::frontend {
namespace {

constexpr std::string_view libraryNames = " "
#include "clang-plugin/library-names.inc"
    ;

/// Keywords of C99 to C23 and GNU C, <stddef.h>, macros that compilers define by themselves, and
/// what the host code calls.
constexpr std::string_view headerNames =
    " alignas alignof asm auto bool break case char const constexpr continue "
    "default do double else enum extern false float for goto if inline int "
    "long nullptr register restrict return short signed sizeof static "
    "static_assert struct switch thread_local true typedef typeof "
    "typeof_unqual union unsigned void volatile while "
    "NULL size_t ptrdiff_t wchar_t wint_t max_align_t sig_atomic_t nullptr_t "
    "linux unix i386 "
    "flexio_app_create flexio_app_destroy flexio_app_hw_model_register "
    "flexio_func_pup_register ";

/// `words` has a blank in front of and behind each, `name` has none.
bool isWordOf(std::string_view words, std::string_view name) {
  size_t at = 0;
  while ((at = words.find(name, at)) != std::string_view::npos) {
    if (words[at - 1] == ' ' && words[at + name.size()] == ' ')
      return true;
    ++at;
  }
  return false;
}

bool takeFront(std::string_view &text, std::string_view what) {
  if (!text.starts_with(what))
    return false;
  text.remove_prefix(what.size());
  return true;
}

bool isAnyOf(std::string_view text, std::string_view words) {
  return !text.empty() && text.find(' ') == std::string_view::npos &&
         isWordOf(words, text);
}

/// uint8_t, int_fast16_t, intptr_t and so on.
bool isIntegerType(std::string_view name) {
  takeFront(name, "u");
  if (!takeFront(name, "int"))
    return false;
  if (!takeFront(name, "_least"))
    takeFront(name, "_fast");
  return isAnyOf(name, " 8_t 16_t 32_t 64_t max_t ptr_t ");
}

/// UINT8_MAX, INT64_C, INTPTR_MIN, SIZE_MAX and so on.
bool isIntegerMacro(std::string_view name) {
  size_t end = name.rfind('_');
  if (end == std::string_view::npos ||
      !isAnyOf(name.substr(end), " _MAX _MIN _C _WIDTH "))
    return false;
  std::string_view type = name.substr(0, end);
  if (isAnyOf(type, " SIZE PTRDIFF WCHAR WINT SIG_ATOMIC "))
    return true;
  takeFront(type, "U");
  if (!takeFront(type, "INT"))
    return false;
  if (!takeFront(type, "_LEAST"))
    takeFront(type, "_FAST");
  return isAnyOf(type, " 8 16 32 64 MAX PTR ");
}

} // namespace

HostName classifyHostName(std::string_view name) {
  if (name == "main")
    return HostName::Main;
  if (isAnyOf(name, headerNames) || isIntegerType(name) || isIntegerMacro(name))
    return HostName::Header;
  return isAnyOf(name, libraryNames) ? HostName::Library : HostName::Free;
}

bool isReservedHostName(std::string_view name) {
  return classifyHostName(name) != HostName::Free;
}

} // namespace dpa::frontend
