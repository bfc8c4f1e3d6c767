/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* MuJS: a JavaScript interpreter. */
#include "broad.h"

#include <mujs.h>

static uint64_t sum;

static void take(js_State *state) {
  sum = mix(sum, (uint64_t)js_tonumber(state, 1));
  js_pushundefined(state);
}

uint64_t program_js(uint64_t rounds) {
  static const char source[] =
      "function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }\n"
      "var o = {}, a = [], s = '';\n"
      "for (var i = 0; i < 60; ++i)\n"
      "  o['k' + i % 17] = (o['k' + i % 17] || 0) + i;\n"
      "for (var i = 0; i < 50; ++i) a.push(i * 37 % 41);\n"
      "a.sort(function(x, y) { return x - y; });\n"
      "for (var k in o) s += k + '=' + o[k] + ';';\n"
      "s = s.replace(/k(\\d)/g, 'q$1');\n"
      "take(fib(11) + a[10] + s.length);\n";
  js_State *state = js_newstate(NULL, NULL, 0);
  if (!state)
    return 0;
  js_newcfunction(state, take, "take", 1);
  js_setglobal(state, "take");
  sum = 0;
  for (uint64_t round = 0; round < rounds; round++)
    if (js_dostring(state, source))
      return 0;
  js_freestate(state);
  return sum;
}
