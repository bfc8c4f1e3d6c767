# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -u
. "$INPUTS/flow.sh"
dpacc "$INPUTS/app.c" -o app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=signed_app -devicecc-options="-DFLEXIO_DEV_ALLOW_EXPERIMENTAL_API" \
  --sign-key "$DATA/leaf-key.pem" --sign-cert "$DATA/chain.der"
gcc -D_GNU_SOURCE -DFLEXIO_ALLOW_EXPERIMENTAL_API -I"$SDK/include" "$INPUTS/reads.c" app.a -o reads -rdynamic -L"$SDK/lib" \
  -Wl,-rpath,"$SDK/lib" -lflexio -libverbs
claim > /dev/null
burn "$DATA/container-add.signed" > /dev/null
owner_file on.conf True "$(auth_tlv True 0)"
owner_file off.conf True "$(auth_tlv False 0)"
cat > on <<END
dpa-config -d state/mlx5_0 apply on.conf > answers && dpa-flint -d state/mlx5_0 reset > answers
END
sed s/on.conf/off.conf/ on > off
cat > without-root <<END
dpa-flint -d state/mlx5_0 -i $DATA/container-remove.signed burn > answers
END
echo "printf x >> state/mlx5_0/nv.current" > damage
chmod +x on off without-root damage
dpa-run -- ./reads ./on ./off ./on ./without-root ./damage
