#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds every sample of this folder with LeakSanitizer and runs it with the check for missing
# fences. Open MPI leaks memory itself: its sample is run without LeakSanitizer.
# usage: silent-when-checked.sh SDK      prints 'NAME: silent', or what is wrong with the first that is not
set -eu
sdk=$1
for makefile in */Makefile; do
  name=${makefile%/Makefile}
  arguments=mlx5_0
  options=
  leaks=-fsanitize=leak
  programs=$name
  case $name in
  dpa_all_to_all) arguments='' leaks='' ;;
  dpa_eth_send) ;;
  dpa_eth_receive)
    PYTHONPATH=$(dirname "$0") python3 -c "
from packets import RECEIVER, write_pcap
write_pcap('frames.pcap', [RECEIVER + bytes(54)] * 32)"
    options=--port=pcap:$PWD/frames.pcap
    ;;
  dpa_verbs | rdma_ping_pong) options=--port=unix:$PWD/switch ;; # two programs
  dpa_kernels)
    arguments="-d mlx5_0"
    programs="doca_dpa_kernel_launch doca_dpa_wait_kernel_launch doca_dpa_binary_tree doca_dpa_diamond_tree"
    ;;
  dpa_*) arguments="-d mlx5_0" ;;
  rpc) arguments="mlx5_0 44 55" ;;
  packet_processor | l2_reflector | key_value_aggregation) arguments="mlx5_0 --packets 0" ;;
  esac
  make -s -C "$name" SDK="$sdk" CFLAGS="-O1 -g $leaks"
  port=$((20000 + $$ % 20000))
  case $name in
  dpa_verbs)
    "$sdk/bin/dpa-run" "$options" -- "$name/build/$name" mlx5_0 "$port" >server.out &
    arguments="mlx5_0 $port localhost"
    ;;
  rdma_ping_pong)
    arguments="mlx5_0 --messages 10 --tcp-port $port"
    # shellcheck disable=SC2086
    "$sdk/bin/dpa-run" "$options" -- "$name/build/$name" $arguments >server.out &
    arguments="$arguments --peer localhost"
    ;;
  esac
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
