# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Compiles each public header of DOCA alone. usage: compile-headers.sh INCLUDE FOLDER DEVICE_COMPILER...
# Headers of DOCA 1 and 2 (*_v1.h, *_v2.h) are parts of others. Headers whose name begins with doca_dpa_dev or doca_pcc_dev are for the device only.
set -e
include=$1 folder=$2
shift 2
for path in "$include"/doca_*.h; do
  header=${path##*/}
  case $header in *_v[12].h) continue ;; esac
  echo "#include <$header>" >"$folder/$header.c"
  cp "$folder/$header.c" "$folder/$header.cpp"
  for generation in 105 205 303; do
    "$@" -fsyntax-only -Wall -Wextra -Werror -DDOCA_COMPAT_VERSION=$generation "$folder/$header.c"
  done
  case $header in doca_dpa_dev* | doca_pcc_dev*) continue ;; esac
  for generation in 105 205 210 303; do
    gcc -fsyntax-only -std=gnu11 -Wall -Wextra -Werror -DDOCA_COMPAT_VERSION=$generation -I"$include" "$folder/$header.c"
  done
  g++ -fsyntax-only -std=c++17 -Wall -Wextra -Werror -I"$include" "$folder/$header.cpp"
  echo "$header"
done
