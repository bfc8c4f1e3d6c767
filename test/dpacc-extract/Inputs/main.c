/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A host program that uses the app my_app. */
extern const void *my_app;
int main(void) { return my_app == 0; }
