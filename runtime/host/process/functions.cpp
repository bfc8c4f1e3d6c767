// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device functions of a process: see functions.h.
#include "runtime/host/process/functions.h"

#include "base/bytes.h"
#include "runtime/host/apps/app-registry.h"

#include <cstdarg>
#include <dlfcn.h>

namespace dpa::host {
namespace {

void pack(const Function *function, void *buffer, ...) {
  va_list arguments;
  va_start(arguments, buffer);
  function->pack(buffer, arguments);
  va_end(arguments);
}

// What is known of a stub that is not in the process's app.
std::string described(flexio_func_t *stub) {
  AppRegistry &registry = AppRegistry::instance();
  for (flexio_app *handle : registry.handles())
    if (std::shared_ptr<App> app = registry.find(handle))
      if (const Function *function = app->find(stub))
        return "'" + function->name + "', which is of app '" + app->name() +
               "'";
  auto *address = reinterpret_cast<void *>(stub);
  Dl_info info{};
  std::string text =
      "the host stub " + hex(reinterpret_cast<uintptr_t>(address));
  if (dladdr(address, &info) != 0 && info.dli_saddr == address)
    text += std::string(" ('") + info.dli_sname + "')";
  return text;
}

} // namespace

const Function *functionOf(const char *call, const FlexioProcess &process,
                           flexio_func_t *stub) {
  if (!stub) {
    logError(call, "process %s: the function is NULL", process.title().c_str());
    return nullptr;
  }
  const Function *function = process.app().find(stub);
  if (!function)
    logError(call, "process %s: app '%s' has no function with %s",
             process.title().c_str(), process.app().name().c_str(),
             described(stub).c_str());
  return function;
}

const Function *handlerOf(const char *call, const FlexioProcess &process,
                          flexio_func_t *stub) {
  const Function *function = functionOf(call, process, stub);
  if (!function || !function->pack)
    return function;
  if (!fitsInto(1, call, process, *function, "a handler has one argument of"))
    return nullptr;
  if (packWord(*function, 0, 0) == packWord(*function, 0, ~uint64_t{0}))
    return function;
  logError(call,
           "'%s' in process %s takes more than one argument; a handler has one",
           function->name.c_str(), process.title().c_str());
  return nullptr;
}

std::optional<uint64_t> libraryEntry(const char *call,
                                     const FlexioProcess &process,
                                     const char *symbol) {
  std::optional<uint64_t> entry = process.app().elf().address(symbol);
  if (!entry)
    logError(
        call,
        "process %s: the image has no '%s'; is it linked with libflexio_dev?",
        process.title().c_str(), symbol);
  return entry;
}

bool fitsInto(size_t words, const char *call, const FlexioProcess &process,
              const Function &function, const char *user) {
  if (function.argumentSize <= words * sizeof(uint64_t))
    return true;
  logError(call,
           "'%s' in process %s takes %zu bytes of arguments; %s %zu bytes",
           function.name.c_str(), process.title().c_str(),
           function.argumentSize, user, sizeof(uint64_t));
  return false;
}

// Eight bytes are at most eight arguments.
uint64_t packWord(const Function &function, uint64_t argument, uint64_t rest) {
  uint64_t word = 0;
  pack(&function, &word, argument, rest, rest, rest, rest, rest, rest, rest);
  return word;
}

} // namespace dpa::host
