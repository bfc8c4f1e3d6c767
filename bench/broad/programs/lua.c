/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lua with integers: a program compiled to byte code and run; closures, tables,
 * strings, collection of garbage. */
#include "broad.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

static const char program[] =
    "local n = ...\n"
    "local t, sum = {}, 0\n"
    "for i = 1, 200 do t[i] = (i * 7919 + n) % 1000 end\n"
    "table.sort(t, function(a, b) return a < b end)\n"
    "local counts = {}\n"
    "for i, v in ipairs(t) do local k = 'k' .. (v % 17); counts[k] = "
    "(counts[k] or 0) + i end\n"
    "for k, v in pairs(counts) do sum = sum + v end\n"
    "local function fib(x) if x < 2 then return x end return fib(x - 1) + "
    "fib(x - 2) end\n"
    "local s = string.rep('flow port ', 20):gsub('port', 'queue'):upper()\n"
    "return sum + fib(12) + #s + (s:find('QUEUE', 50, true) or 0)\n";

static void *allocate(void *data, void *block, size_t old, size_t size) {
  (void)data, (void)old;
  if (size)
    return realloc(block, size);
  free(block);
  return NULL;
}

uint64_t program_lua(uint64_t rounds) {
  uint64_t sum = 0;
  lua_State *lua = lua_newstate(allocate, NULL);
  if (!lua)
    return 0;
  luaL_requiref(lua, "_G", luaopen_base, 1);
  luaL_requiref(lua, LUA_TABLIBNAME, luaopen_table, 1);
  luaL_requiref(lua, LUA_STRLIBNAME, luaopen_string, 1);
  lua_settop(lua, 0);
  for (uint64_t round = 0; round < rounds; round++) {
    if (luaL_loadbufferx(lua, program, sizeof program - 1, "=program", "t") !=
        LUA_OK)
      return 0;
    lua_pushinteger(lua, (lua_Integer)round);
    if (lua_pcallk(lua, 1, 1, 0, 0, NULL) != LUA_OK)
      return 0;
    sum = mix(sum, (uint64_t)lua_tointegerx(lua, -1, NULL));
    lua_settop(lua, 0);
  }
  lua_close(lua);
  return sum;
}
