/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The run-time environment of a csmith program, on our hart and on qemu-riscv64 alike: a stack of
 * its own, the few library functions that it calls, and, after main, a digest of all registers and
 * all memory on standard output. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

enum { SYS_WRITE = 64, SYS_EXIT_GROUP = 94, STACK_SIZE = 1 << 20 };

extern uint64_t data_begin[],
    data_end[]; /* of csmith.ld: data, bss and stack */
uint64_t registers[32];

__attribute__((aligned(16), used)) static uint8_t stack[STACK_SIZE];
__asm__(".globl stack_end\n .set stack_end, stack + 1048576");

int main(int argc, char **argv);
int printf(const char *format, ...);
int strcmp(const char *a, const char *b);
void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int value, size_t size);

static long system_call(long number, long a, long b, long c) {
  register long a7 __asm__("a7") = number;
  register long a0 __asm__("a0") = a;
  register long a1 __asm__("a1") = b;
  register long a2 __asm__("a2") = c;
  __asm__ volatile("ecall" : "+r"(a0) : "r"(a7), "r"(a1), "r"(a2) : "memory");
  return a0;
}

static void write_text(const char *text, size_t size) {
  system_call(SYS_WRITE, 1, (long)text, (long)size);
}

static void write_hexadecimal(uint64_t value) {
  char digits[16];
  for (int i = 0; i < 16; i++)
    digits[i] = "0123456789abcdef"[value >> (60 - 4 * i) & 15];
  write_text(digits, sizeof digits);
}

/* Every conversion formats one unsigned number. */
int printf(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  while (*format) {
    size_t size = 0;
    while (format[size] && format[size] != '%')
      size++;
    write_text(format, size);
    format += size;
    if (*format == 0)
      break;
    write_hexadecimal(va_arg(arguments, unsigned long));
    for (format++; *format == 'l'; format++)
      ;
    format++;
  }
  va_end(arguments);
  return 0;
}

int strcmp(const char *a, const char *b) {
  for (; *a && *a == *b; a++, b++)
    ;
  return (unsigned char)*a - (unsigned char)*b;
}

void *memcpy(void *to, const void *from, size_t size) {
  for (size_t i = 0; i < size; i++)
    ((char *)to)[i] = ((const char *)from)[i];
  return to;
}

void *memmove(void *to, const void *from, size_t size) {
  if ((uintptr_t)to - (uintptr_t)from >= size)
    return memcpy(to, from, size);
  for (size_t i = size; i-- > 0;)
    ((char *)to)[i] = ((const char *)from)[i];
  return to;
}

void *memset(void *to, int value, size_t size) {
  for (size_t i = 0; i < size; i++)
    ((char *)to)[i] = (char)value;
  return to;
}

__attribute__((used, noreturn)) void finish(void) {
  uint64_t hash = 1;
  for (const uint64_t *cell = data_begin; cell < data_end; cell++) {
    hash = (hash ^ *cell) * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 29;
  }
  printf("registers and memory = %lx\n", hash);
  for (;;)
    system_call(SYS_EXIT_GROUP, 0, 0, 0);
}

static char program_name[] = "csmith";
__attribute__((used)) char *arguments[] = {program_name, NULL};

/* All registers start as 0 except the arguments of main; all are stored when it returns. */
__asm__(".globl _start\n"
        "_start:\n"
        " .irp r, "
        "1,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,"
        "28,29,30,31\n"
        " li x\\r, 0\n"
        " .endr\n"
        " la sp, stack_end\n"
        " li a0, 1\n"
        " la a1, arguments\n"
        " call main\n"
        " sd ra, -8(sp)\n"
        " la ra, registers\n"
        " .irp r, "
        "2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,"
        "28,29,30,31\n"
        " sd x\\r, 8*\\r(ra)\n"
        " .endr\n"
        " la sp, stack_end\n"
        " tail finish\n");
