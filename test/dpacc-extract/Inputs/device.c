/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A device program of two functions; MODEL makes its bytes differ. */
#ifndef MODEL
#define MODEL 2
#endif
int counter = MODEL;

int add_to_counter(int amount) {
  counter += amount;
  return counter;
}

void _start(void) { add_to_counter(1); }
