/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Handlers: the functions and their table.
 */
#include "modules.h"

static uint32_t add(const struct command *command) {
  uint64_t sum = (uint64_t)store_get(command->left) + command->right;
  store_put(command->left, saturated(sum, 1u << 30));
  return 1;
}

static uint32_t subtract(const struct command *command) {
  uint64_t old = store_get(command->left);
  uint64_t less = saturated(command->right, (uint32_t)old);
  store_put(command->left, (uint32_t)(old - less));
  return 2;
}

static uint32_t scale(const struct command *command) {
  uint64_t product = (uint64_t)store_get(command->left) * command->right;
  store_put(command->left, saturated(product, 1u << 24));
  return saturated(product, 255);
}

static uint32_t copy(const struct command *command) {
  store_put(command->right, store_get(command->left));
  return 4;
}

static uint32_t swap(const struct command *command) {
  uint32_t kept = store_get(command->left);
  store_put(command->left, store_get(command->right));
  store_put(command->right, kept);
  return kept & 15;
}

static uint32_t compare(const struct command *command) {
  return store_get(command->left) < store_get(command->right) ? 6 : 7;
}

static uint32_t clear(const struct command *command) {
  store_put(command->left, 0);
  return 8;
}

static uint32_t set(const struct command *command) {
  store_put(command->left, command->right);
  return 9;
}

const handler handlers[8] = {add,  subtract, scale, copy,
                             swap, compare,  clear, set};
const uint8_t handler_costs[8] = {2, 3, 9, 2, 4, 2, 1, 1};
