/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* stb_image: a JPEG image decoded. */
#include "broad.h"

#define STBI_NO_STDIO
#define STBI_NO_SIMD
#define STBI_NO_THREAD_LOCALS
#define STBI_ONLY_JPEG
#define STB_IMAGE_IMPLEMENTATION
#include "stb_image.h"
#define STBI_WRITE_NO_STDIO
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include "stb_image_write.h"

enum { SIDE = 96, COLOURS = 3 };
static unsigned char file[100000];
static int file_size;

static void append(void *context, void *data, int size) {
  (void)context;
  memcpy(file + file_size, data, (size_t)size);
  file_size += size;
}

static int make_file(void) {
  static unsigned char image[SIDE * SIDE * COLOURS];
  uint32_t seed = 5;
  for (int i = 0; i < SIDE * SIDE; i++)
    for (int colour = 0; colour < COLOURS; colour++)
      image[i * COLOURS + colour] =
          (unsigned char)(i / SIDE * (i % SIDE) / 7 + colour * (i % SIDE) +
                          (int)(next_random(&seed) % 9));
  file_size = 0;
  return stbi_write_jpg_to_func(append, NULL, SIDE, SIDE, COLOURS, image, 80);
}

uint64_t program_jpeg(uint64_t rounds) {
  uint64_t sum = 0;
  if (!make_file())
    return 0;
  for (uint64_t round = 0; round < rounds; round++) {
    int width, height, colours;
    unsigned char *pixels = stbi_load_from_memory(file, file_size, &width,
                                                  &height, &colours, COLOURS);
    if (!pixels)
      return 0;
    sum = mix(sum, pixels[round % (SIDE * SIDE)]);
    stbi_image_free(pixels);
  }
  return sum;
}
