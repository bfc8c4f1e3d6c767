/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A device program with everything that the list shows, for the model MODEL; MORE bytes of data
 * make it larger. */
#ifndef MODEL
#define MODEL 2
#endif
#define TEXT2(a) #a
#define TEXT(a) TEXT2(a)

__asm__(".pushsection .dpa.attributes,\"\",@progbits\n"
        ".ascii \"A\"\n.long 18\n.asciz \"nvidia\"\n.byte 1\n.long 7\n"
        ".byte 2, " TEXT(MODEL) "\n.popsection");
__asm__(".pushsection .flexio_dev_ver,\"a\",@progbits\n"
        ".quad 0x19010000, 0x1a040000\n.popsection");
__asm__(".pushsection .flexio_os_ver,\"a\",@progbits\n"
        ".quad 0x0301FFFF\n.popsection");

int counter = MODEL;
#ifdef MORE
char more[MORE] = {1};
#endif

void add_up(int amount) { counter += amount; }
void up(void) { counter += 1; }
void _dpacc_flexio_dev_arg_unpack_my_kernel_add_up(void *arguments) {
  add_up(*(int *)arguments);
}
#ifndef ONE_ENTRY
void _dpacc_flexio_dev_arg_unpack_gone_inlined(void *arguments) {
  counter = *(int *)arguments;
}
#endif

void _start(void) { up(); }
