#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds every sample of this folder with LeakSanitizer and runs it with the check for missing
# fences.
# usage: silent-when-checked.sh SDK      prints 'NAME: silent', or what is wrong with the first that is not
set -eu
sdk=$1
for makefile in */Makefile; do
  name=${makefile%/Makefile}
  arguments=mlx5_0
  options=
  programs=$name
  case $name in
  rpc) arguments="mlx5_0 44 55" ;;
  dpa_kernels)
    arguments="-d mlx5_0"
    programs="doca_dpa_kernel_launch doca_dpa_wait_kernel_launch doca_dpa_binary_tree doca_dpa_diamond_tree"
    ;;
  dpa_endpoint_copy | dpa_buffer_copy) arguments="-d mlx5_0" ;;
  packet_processor | l2_reflector | key_value_aggregation) arguments="mlx5_0 --packets 0" ;;
  esac
  make -s -C "$name" SDK="$sdk" CFLAGS='-O1 -g -fsanitize=leak'
  if [ "$name" = rdma_ping_pong ]; then # two programs
    options=--port=unix:$PWD/switch
    arguments="mlx5_0 --messages 10 --tcp-port $((20000 + $$ % 20000))"
    # shellcheck disable=SC2086
    "$sdk/bin/dpa-run" "$options" -- "$name/build/$name" $arguments >server.out &
    arguments="$arguments --peer localhost"
  fi
  for program in $programs; do
    status=0
    # shellcheck disable=SC2086 # several words
    "$sdk/bin/dpa-run" --check=memory,strict $options -- "$name/build/$program" $arguments >"$name.out" 2>"$name.err" || status=$?
    [ $status = 0 ] && [ ! -s "$name.err" ] || {
      echo "$program: status $status"
      cat "$name.err"
      exit 1
    }
  done
  echo "$name: silent"
done
