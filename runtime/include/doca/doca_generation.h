/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * The mark of the generation in each object that includes a DOCA header, so that objects of different
 * generations are not linked into one program. Included by doca_config.h. C and C++, host and device.
 *
 * A mark is a section group with the name of the generation. Linkers keep one group of each name. All groups
 * define the same symbol: two generations in one program are a multiple definition, in sections with the
 * names of the generations. In objects that are compiled together (link-time optimisation) the assembler
 * rejects the second generation. The symbol is hidden: a shared library may be of another generation than the
 * program.
 *
 * For device code the text is a comment, which dpacc puts into the host stubs.
 */
#ifndef DOCA_GENERATION_H
#define DOCA_GENERATION_H

#if DOCA_COMPAT_VERSION < 205
#define DOCA_GENERATION_ "doca_1_5"
#define DOCA_GENERATION_OTHER_ "doca_2_5"
#define DOCA_GENERATION_THIRD_ "doca_3"
#elif DOCA_COMPAT_VERSION < 210
#define DOCA_GENERATION_ "doca_2_5"
#define DOCA_GENERATION_OTHER_ "doca_1_5"
#define DOCA_GENERATION_THIRD_ "doca_3"
#else
#define DOCA_GENERATION_ "doca_3"
#define DOCA_GENERATION_OTHER_ "doca_1_5"
#define DOCA_GENERATION_THIRD_ "doca_2_5"
#endif

/* An error if the same assembly has the mark of `other`. */
#define DOCA_GENERATION_REFUSE_(line, other)                                   \
  line ".ifdef .L" other "\n" line ".error \"interfaces of " DOCA_GENERATION_  \
       " and " other " in one program\"\n" line ".endif\n"

/* The mark, once in an assembly; each line begins with `line`. */
#define DOCA_GENERATION_MARK_(line)                                            \
  line ".ifndef .L" DOCA_GENERATION_ "\n" line ".L" DOCA_GENERATION_           \
       " = 1\n" DOCA_GENERATION_REFUSE_(line, DOCA_GENERATION_OTHER_)          \
           DOCA_GENERATION_REFUSE_(line, DOCA_GENERATION_THIRD_) line          \
      ".pushsection .rodata." DOCA_GENERATION_                                 \
      ",\"aG\",%progbits," DOCA_GENERATION_ ",comdat\n" line                   \
      ".globl doca_objects_of_two_generations\n" line                          \
      ".hidden doca_objects_of_two_generations\n" line                         \
      "doca_objects_of_two_generations:\n" line ".byte 0\n" line               \
      ".popsection\n" line ".endif\n"

/* The DOCA libraries serve all generations and are compiled with DOCA_GENERATION_NONE. The assembly is
 * inside a function because link-time optimisation parses file-scope assembly, and does not support
 * section groups there. */
#if defined(DOCA_GENERATION_NONE)
#elif defined(__DPA__)
__asm__("#dpacc host assembly\n" DOCA_GENERATION_MARK_("#"));
#elif defined(__ELF__)
static __attribute__((used, noinline)) void doca_generation_mark_(void) {
  __asm__ volatile(DOCA_GENERATION_MARK_(""));
}
#endif

#endif
