#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Prints "complete" if each command of an SDK has its completions, which bash can read, and its
# manual page.
# usage: command-files.sh SDK
set -e
for command in "$1"/bin/*; do
  name=${command##*/}
  bash -n "$1/share/bash-completion/completions/$name"
  for file in "zsh/site-functions/_$name" "fish/vendor_completions.d/$name.fish" "man/man1/$name.1"; do
    test -s "$1/share/$file" || { echo "missing: $file"; exit 1; }
  done
done
echo complete
