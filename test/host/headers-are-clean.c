// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The public host headers compile without a warning as C11 and C++, with both compilers; an
// experimental function warns unless the program asked for it.
// PROVES: R-CC-23
// RUN: gcc -std=c11 -Wall -Wextra -Werror -pedantic -DFLEXIO_ALLOW_EXPERIMENTAL_API -I%sdk/include -fsyntax-only %s
// RUN: clang-22 -std=c11 -Wall -Wextra -Werror -pedantic -DFLEXIO_ALLOW_EXPERIMENTAL_API -I%sdk/include -fsyntax-only %s
// RUN: g++ -x c++ -std=c++11 -Wall -Wextra -Werror -pedantic -DFLEXIO_ALLOW_EXPERIMENTAL_API -I%sdk/include -fsyntax-only %s
// RUN: clang++-22 -x c++ -std=c++20 -Wall -Wextra -Werror -pedantic -DFLEXIO_ALLOW_EXPERIMENTAL_API -I%sdk/include -fsyntax-only %s
// RUN: gcc -std=c11 -I%sdk/include -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: not gcc -std=c11 -Werror -I%sdk/include -fsyntax-only %s
// RUN: gcc -std=c11 -Werror -DONLY_STABLE -I%sdk/include -fsyntax-only %s
// CHECK: warning: 'flexio_err_status_get' is deprecated: experimental
#include <libflexio/flexio.h>

int main(void) {
#ifdef ONLY_STABLE
  return flexio_version_set(FLEXIO_VER_USED);
#else
  struct flexio_process_attr attributes = {NULL, 0, NULL};

  return flexio_err_status_get(NULL) + attributes.en_pcc;
#endif
}
