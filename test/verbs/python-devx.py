# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Debian's python3-pyverbs uses firmware commands: UAR, registered memory, a completion queue in it, which is queried,
# resized and destroyed.
# REQUIRES: pyverbs
# UNSUPPORTED: sanitized
# PROVES: R-STEER-04
# RUN: dpa-run -- /usr/bin/python3 %s | FileCheck %s
# CHECK: MODIFY_CQ status 0, then log_cq_size 3
# CHECK-NEXT: missing: errno 121
# CHECK-NEXT: done
import struct

from pyverbs.pyverbs_error import PyverbsRDMAError
from pyverbs.providers.mlx5.mlx5dv import Mlx5Context, Mlx5DevxObj, Mlx5DVContextAttr, Mlx5UAR, Mlx5UMEM
import pyverbs.enums as e
import pyverbs.providers.mlx5.mlx5_enums as dve

CREATE_CQ, QUERY_CQ, MODIFY_CQ = 0x400, 0x402, 0x403
SIZE, ANSWER = 272, 272


# Fields are pairs of a byte offset and a word of 32 bits.
def command(opcode, fields):
    data = bytearray(SIZE)
    struct.pack_into('>H', data, 0, opcode)
    for at, value in fields.items():
        struct.pack_into('>I', data, at, value)
    return bytes(data)


def create(umem):
    return command(CREATE_CQ, {
        0x10: 1 << 25,  # dbr_umem_valid
        0x14: umem,
        0x1c: 5 << 24 | uar.page_id,  # log_cq_size, uar_page
        0x24: context.devx_query_eqn(0),
        0x4c: 4096,  # dbr_addr
        0x58: umem,  # cq_umem_id
        0x5c: 1 << 31})  # cq_umem_valid


def errno_of(action):
    try:
        action()
    except PyverbsRDMAError as error:
        return error.error_code
    return 0


context = Mlx5Context(Mlx5DVContextAttr(dve.MLX5DV_CONTEXT_FLAGS_DEVX), 'mlx5_0')
uar = Mlx5UAR(context, dve._MLX5DV_UAR_ALLOC_TYPE_NC)
umem = Mlx5UMEM(context, 16384, alignment=4096, access=e.IBV_ACCESS_LOCAL_WRITE)
cq = Mlx5DevxObj(context, create(umem.umem_id), 16)
number = struct.unpack_from('>I', bytes(cq.out_view), 8)[0]
resize = command(MODIFY_CQ, {0x04: 1, 0x08: number, 0x0c: 1, 0x1c: 3 << 24, 0x54: 8192, 0x58: umem.umem_id, 0x5c: 1 << 31})
answer = cq.modify(resize, ANSWER)
found = cq.query(command(QUERY_CQ, {0x08: number}), ANSWER)
print(f'MODIFY_CQ status {answer[0]}, then log_cq_size {found[0x1c] & 31}')
print('missing: errno', errno_of(lambda: Mlx5DevxObj(context, create(0x12345), 16)))
for each in (cq, umem, uar, context):
    each.close()
print('done')
