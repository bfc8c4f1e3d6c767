/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The variable of the app APP: refers to its images, so that they are linked. */
#ifndef APP
#define APP my_app
#endif
#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
extern const unsigned char JOIN(_dpacc_image_, APP)[]
    __attribute__((visibility("hidden")));
const void *APP = JOIN(_dpacc_image_, APP);
