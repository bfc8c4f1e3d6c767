/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes the image that the library has of my_app to the named file. */
#include <libflexio/flexio.h>
#include <stdio.h>
#include <stdlib.h>

extern struct flexio_app *my_app;

int main(int argc, char **argv) {
  size_t size = flexio_app_get_elf_size(my_app);
  uint64_t *image = malloc(size);
  FILE *out = argc == 2 ? fopen(argv[1], "wb") : NULL;
  int is_written = image && out &&
                   flexio_app_get_elf(my_app, image, size) == 0 &&
                   fwrite(image, 1, size, out) == size && fclose(out) == 0;
  free(image);
  return is_written ? 0 : 1;
}
