/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Added to a source: a function that the check of finished images warns of. */
static __attribute__((noinline)) unsigned long deeper(unsigned long n) {
  volatile unsigned long here = n;
  return n ? deeper(n - 1) * here + here : 1;
}
__dpa_rpc__ unsigned long recursive(unsigned long n) { return deeper(n); }
