# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Debian's python3-pyverbs creates each kind of object and moves data.
# REQUIRES: pyverbs
# UNSUPPORTED: sanitized
# RUN: dpa-run -- /usr/bin/python3 %s | FileCheck %s
# CHECK: device True port True
# CHECK: RC [(5, 0), (6, 0)] b'RCRCRCRCRCRCRCRC'
# CHECK: RC write 0 b'RCRCRCRCRCRCRCRC'
# CHECK: UC [(5, 0), (6, 0)] b'UCUCUCUCUCUCUCUC'
# CHECK: UC write 0 b'UCUCUCUCUCUCUCUC'
# CHECK: UD [(5, 0), (6, 0)] b'UCUCUCUCUCUCUCUC'
# CHECK: extended [(8, 0), (9, 0)]
# CHECK: queue True
# CHECK: window [0, 0] b'RCRCRCRCRCRCRCRC'
# CHECK: refused 95 95 95
import time

import pyverbs.enums as e
import pyverbs.providers.mlx5.mlx5dv  # noqa: F401: can be imported
from pyverbs.addr import AH, AHAttr, GlobalRoute
from pyverbs.cq import CQ, CQEX, CompChannel, CqInitAttrEx, PollCqAttr
from pyverbs.device import Context
from pyverbs.mr import MR, MW, DmaBufMR, MWBindInfo
from pyverbs.pd import PD, ParentDomain, ParentDomainInitAttr
from pyverbs.pyverbs_error import PyverbsRDMAError
from pyverbs.qp import QP, QPAttr, QPCap, QPEx, QPInitAttr, QPInitAttrEx
from pyverbs.srq import SRQ, SrqAttr, SrqInitAttr
from pyverbs.wr import SGE, RecvWR, SendWR
from pyverbs.xrcd import XRCD, XRCDInitAttr

ACCESS = (e.IBV_ACCESS_LOCAL_WRITE | e.IBV_ACCESS_REMOTE_WRITE | e.IBV_ACCESS_REMOTE_READ |
          e.IBV_ACCESS_REMOTE_ATOMIC)
QKEY = 0x11111111

context = Context(name='mlx5_0')
print('device', context.query_device().max_sge > 0, 'port', context.query_port(1).state == e.IBV_PORT_ACTIVE)
gid = context.query_gid(port_num=1, index=1)
pd = PD(context)
channel = CompChannel(context)
cq = CQ(context, 100, None, channel, 0)
one, other = MR(pd, 4096, ACCESS), MR(pd, 4096, ACCESS)


def create_pair(kind):
    capacity = QPCap(max_send_wr=10, max_recv_wr=10)
    return [QP(pd, QPInitAttr(qp_type=kind, scq=cq, rcq=cq, cap=capacity)) for _ in range(2)]


def address():
    return AHAttr(gr=GlobalRoute(dgid=gid, sgid_index=1), is_global=1, port_num=1)


def attributes(peer):
    attr = QPAttr(port_num=1)
    attr.path_mtu = e.IBV_MTU_1024
    attr.dest_qp_num = peer
    attr.qp_access_flags = ACCESS
    attr.rq_psn = attr.sq_psn = 7
    attr.max_rd_atomic = attr.max_dest_rd_atomic = 4
    attr.min_rnr_timer = 1
    attr.timeout = 14
    attr.retry_cnt = attr.rnr_retry = 7
    attr.ah_attr = address()
    return attr


def wait(queue, count):
    found = []
    end = time.time() + 60
    while len(found) < count and time.time() < end:
        found += [(wc.wr_id, wc.status) for wc in queue.poll(1)[1]]
    return sorted(found)


def source():
    return [SGE(one.buf, 16, one.lkey)]


def connected(kind, name):
    pair = create_pair(kind)
    for i in (0, 1):
        pair[i].to_rts(attributes(pair[1 - i].qp_num))
    one.write(name * 8, 16)
    pair[1].post_recv(RecvWR(5, 1, [SGE(other.buf, 64, other.lkey)]))
    pair[0].post_send(SendWR(6, num_sge=1, sg=source(), opcode=e.IBV_WR_SEND))
    print(name, wait(cq, 2), other.read(16, 0))
    write = SendWR(7, num_sge=1, sg=source(), opcode=e.IBV_WR_RDMA_WRITE)
    write.set_wr_rdma(other.rkey, other.buf + 100)
    pair[0].post_send(write)
    print(name, 'write', wait(cq, 1)[0][1], other.read(16, 100))
    for qp in pair:
        qp.close()


def datagram():
    pair = create_pair(e.IBV_QPT_UD)
    for qp in pair:
        attr = QPAttr(port_num=1)
        attr.qkey = QKEY
        qp.to_rts(attr)
    handle = AH(pd, attr=address())
    pair[1].post_recv(RecvWR(5, 1, [SGE(other.buf, 104, other.lkey)]))
    request = SendWR(6, num_sge=1, sg=source(), opcode=e.IBV_WR_SEND)
    request.set_wr_ud(handle, pair[1].qp_num, QKEY)
    pair[0].post_send(request)
    print('UD', wait(cq, 2), other.read(16, 40))
    for qp in pair:
        qp.close()
    handle.close()


# A shared receive queue, ibv_wr_* and ibv_start_poll.
def extended():
    srq = SRQ(pd, SrqInitAttr(SrqAttr(max_wr=10)))
    queue = CQEX(context, CqInitAttrEx(cqe=10, wc_flags=e.IBV_WC_STANDARD_FLAGS))
    init = QPInitAttrEx(qp_type=e.IBV_QPT_RC, scq=queue, rcq=queue, srq=srq, cap=QPCap(max_send_wr=10, max_recv_wr=0),
                        pd=pd, comp_mask=e.IBV_QP_INIT_ATTR_PD | e.IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
                        send_ops_flags=e.IBV_QP_EX_WITH_SEND_WITH_IMM)
    pair = [QPEx(context, init, None) for _ in range(2)]
    for i in (0, 1):
        pair[i].to_rts(attributes(pair[1 - i].qp_num))
    srq.post_recv(RecvWR(8, 1, [SGE(other.buf, 64, other.lkey)]))
    pair[0].wr_start()
    pair[0].wr_id = 9
    pair[0].wr_flags = e.IBV_SEND_SIGNALED
    pair[0].wr_send_imm(42)
    pair[0].wr_set_sge(source()[0])
    pair[0].wr_complete()
    seen = []
    end = time.time() + 60
    while len(seen) < 2 and time.time() < end:
        if queue.start_poll(PollCqAttr()) == 0:
            seen.append((queue.wr_id, queue.status))
            queue.end_poll()
    print('extended', sorted(seen))
    for qp in pair:
        qp.close()
    print('queue', srq.query().max_wr >= 10)
    srq.close()
    queue.close()


# A window of type 2 is bound by a request; the peer writes through it.
def windows():
    pair = create_pair(e.IBV_QPT_RC)
    for i in (0, 1):
        pair[i].to_rts(attributes(pair[1 - i].qp_num))
    region = MR(pd, 4096, ACCESS | e.IBV_ACCESS_MW_BIND)
    window = MW(pd, e.IBV_MW_TYPE_2)
    bind = SendWR(1, opcode=e.IBV_WR_BIND_MW)
    bind.set_bind_wr(window, MWBindInfo(region, region.buf, 4096, e.IBV_ACCESS_REMOTE_WRITE))
    pair[1].post_send(bind)
    done = wait(cq, 1)
    one.write('RC' * 8, 16)
    write = SendWR(2, num_sge=1, sg=source(), opcode=e.IBV_WR_RDMA_WRITE)
    key = window.rkey & ~0xff | (window.rkey + 1) & 0xff  # as pyverbs binds it
    write.set_wr_rdma(key, region.buf)
    pair[0].post_send(write)
    done += wait(cq, 1)
    print('window', [status for _, status in done], region.read(16, 0))
    for each in (*pair, window, region):
        each.close()


def errno_of(create):
    try:
        create()
    except PyverbsRDMAError as error:
        return error.error_code
    return 0


def refused():
    print('refused', errno_of(lambda: XRCD(context, XRCDInitAttr(e.IBV_XRCD_INIT_ATTR_FD | e.IBV_XRCD_INIT_ATTR_OFLAGS, 0, -1))),
          errno_of(lambda: ParentDomain(context, ParentDomainInitAttr(pd))),
          errno_of(lambda: DmaBufMR(pd, 4096, ACCESS, dmabuf=0)))


connected(e.IBV_QPT_RC, 'RC')
connected(e.IBV_QPT_UC, 'UC')
datagram()
extended()
windows()
refused()
for each in (cq, channel, one, other, pd, context):
    each.close()
