/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * One mistake of each kind that clang's -fsanitize=undefined and related checks find in C, for
 * programs on the device and on the host. mistake(n) makes number n, from 0 to MISTAKES - 1. Values
 * are volatile, so that the compiler does not know them.
 */
#ifndef UNDEFINED_H
#define UNDEFINED_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NOINLINE __attribute__((__noinline__))

struct bits {
  unsigned narrow : 3;
};
static volatile int zero, one = 1, most = INT_MAX, least = INT_MIN, many = 40;
static volatile long least_long = LONG_MIN;
static volatile unsigned all = UINT_MAX;
static volatile unsigned char not_bool = 7;
static volatile float large = 1e20f;
static volatile double larger = -12345.678e12, tiny_above = 2147483648.5;
static volatile long double largest = 1.5e300L;
static volatile float smallest = 1.0f / 0.0f;
static volatile _BitInt(37) odd = (_BitInt(37))1 << 35;
static volatile __int128 wide = (__int128)1 << 126;
static volatile uintptr_t no_address, high_address = UINTPTR_MAX - 3;
static volatile long result;
static char bytes[64] __attribute__((__aligned__(16)));
static int words[4];
static volatile size_t small_offset = 8, huge_offset = SIZE_MAX - 2;

NOINLINE static void needs_pointer(char *pointer) __attribute__((__nonnull__));
NOINLINE static void needs_pointer(char *pointer) {
  __asm__ volatile("" : : "r"(pointer));
}
NOINLINE __attribute__((__returns_nonnull__)) static char *never_null(void) {
  return (char *)no_address;
}
NOINLINE static void needs_nonnull(char *_Nonnull pointer) {
  __asm__ volatile("" : : "r"(pointer));
}
NOINLINE static char *_Nonnull is_nonnull(void) {
  return (char *)no_address;
}
NOINLINE static int of_another_type(long value) {
  return (int)value;
}
NOINLINE static int declared_size(int count) {
  char array[count];
  __asm__ volatile("" : : "r"(array));
  return (int)sizeof array;
}
NOINLINE static long assumed(char *pointer) {
  return *(char *)__builtin_assume_aligned(pointer, 16);
}
NOINLINE static long assumed_offset(char *pointer) {
  return *(char *)__builtin_assume_aligned(pointer, 16, 4);
}

enum { MISTAKES = 48 };

NOINLINE static void mistake(unsigned number) {
  struct bits bits;
  switch (number) {
  case 0:
    result = most + one;
    break;
  case 1:
    result = least - one;
    break;
  case 2:
    result = most * most;
    break;
  case 3:
    result = -least;
    break;
  case 4:
    result = one / zero;
    break;
  case 5:
    result = least / -one;
    break;
  case 6:
    result = one % zero;
    break;
  case 7:
    result = least_long - one;
    break;
  case 8:
    wide = wide + wide;
    break;
  case 9:
    result = one << many;
    break;
  case 10:
    result = one << -one;
    break;
  case 11:
    result = -one << one;
    break;
  case 12:
    result = most << one;
    break;
  case 13:
    result = one >> many;
    break;
  case 14:
    result = (long)(all + 1u);
    break;
  case 15:
    result = (long)(0u - all);
    break;
  case 16:
    result = (long)(all * all);
    break;
  case 17:
    result = (long)-all;
    break;
  case 18:
    wide = -(-wide - wide);
    break;
  case 19:
    wide = (wide - 1) * 4;
    break;
  case 20:
    result = (int)large;
    break;
  case 21:
    result = (int)larger;
    break;
  case 22:
    result = (int)tiny_above;
    break;
  case 23:
    result = (unsigned char)(float)-large;
    break;
  case 24:
    not_bool = most;
    break;
  case 25:
    result = (unsigned char)one;
    all = least;
    break;
  case 26:
    bits.narrow = (unsigned)many;
    result = bits.narrow;
    break;
  case 27:
    result = *(volatile bool *)&not_bool;
    break;
  case 28:
    result = __builtin_ctz((unsigned)zero);
    break;
  case 29:
    result = __builtin_clz((unsigned)zero);
    break;
  case 30:
    result = 5 + (signed char)(most & 0);
    most = all;
    most = INT_MAX;
    break;
  case 31:
    result = words[many];
    break;
  case 32:
    result = words[-one];
    break;
  case 33:
    result = (long)(larger / (double)zero);
    break;
  case 34:
    result = (long)((char *)no_address + (huge_offset + 3));
    break;
  case 35:
    result = (long)((char *)no_address + small_offset);
    break;
  case 36:
    result = (long)((char *)high_address + small_offset);
    break;
  case 37:
    needs_pointer((char *)no_address);
    break;
  case 38:
    result = (long)never_null();
    break;
  case 39:
    needs_nonnull((char *)no_address);
    break;
  case 40:
    result = (long)is_nonnull();
    break;
  case 41:
    result = ((int (*)(int))(void *)of_another_type)(1);
    break;
  case 42:
    result = assumed(bytes + one);
    break;
  case 43:
    result = assumed_offset(bytes + one);
    break;
  case 44:
    result = declared_size(zero);
    break;
  case 45:
    odd = odd + odd;
    break;
  case 46:
    result = (int)-largest;
    break;
  case 47:
    result = (int)smallest;
    break;
  }
}

#endif
