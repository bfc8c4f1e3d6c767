# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The programs of the set: what each is made of. The number of rounds is found when the native program is measured."""
import dataclasses

import generated


@dataclasses.dataclass
class Program:
    package: str = ''  # Debian source package
    sources: str = ''  # of the package
    include: str = ''  # folders of the package
    flags: str = ''
    text: str = ''     # of a generated program, which has no file in programs/


MBEDTLS = {'package': 'mbedtls', 'include': 'include library',
           'flags': '-DMBEDTLS_CONFIG_FILE="<mbedtls-config.h>" -w'}

PROGRAMS = {
    # ---- own
    'sha256': Program(), 'idct': Program(), 'sort': Program(), 'linked': Program(), 'vm': Program(), 'events': Program(),
    'queens': Program(), 'words': Program(), 'life': Program(), 'flows': Program(), 'records': Program(),
    'core': Program(), 'calc': Program(), 'product': Program(),
    # ---- generated
    'trees': Program(text=generated.trees('trees', 24)),
    'net2k': Program(text=generated.net('net2k', 150)),
    'net10k': Program(text=generated.net('net10k', 700)),
    'net50k': Program(text=generated.net('net50k', 3500)),
    'scan2k': Program(text=generated.automaton('scan2k', 120)),
    'scan10k': Program(text=generated.automaton('scan10k', 600)),
    # ---- Debian's packages
    'zlib': Program('zlib', 'adler32.c compress.c crc32.c deflate.c inffast.c inflate.c inftrees.c trees.c uncompr.c zutil.c',
                    '.', '-w'),
    'lz4': Program('lz4', 'lib/lz4.c', 'lib', '-w'),
    'lzo': Program('lzo2', 'src/lzo1x_1.c src/lzo1x_d2.c src/lzo_util.c', 'include src', '-DLZO_CFG_NO_UNALIGNED=1 -w'),
    'xxhash': Program('xxhash', '', '.', '-w'),
    'aes': Program(sources='library/aes.c library/platform_util.c', **MBEDTLS),
    'bignum': Program(sources='library/bignum.c library/constant_time.c library/platform_util.c', **MBEDTLS),
    'sha512': Program(sources='library/sha512.c library/chacha20.c library/poly1305.c library/chachapoly.c '
                              'library/bignum.c library/constant_time.c library/platform_util.c', **MBEDTLS),
    'http': Program('http-parser', 'http_parser.c', '.', '-w'),
    'json': Program('jsmn', '', '.', '-w'),
    'qr': Program('qrencode', 'bitstream.c mask.c mmask.c mqrspec.c qrencode.c qrinput.c qrspec.c rsecc.c split.c', '.',
                  '-DHAVE_CONFIG_H -w'),
    'regex': Program('tre', 'lib/regcomp.c lib/regexec.c lib/tre-ast.c lib/tre-compile.c lib/tre-match-backtrack.c '
                            'lib/tre-match-parallel.c lib/tre-mem.c lib/tre-parse.c lib/tre-stack.c lib/xmalloc.c',
                     'lib', '-w'),
    'xml': Program('expat', 'expat/lib/xmlparse.c expat/lib/xmlrole.c expat/lib/xmltok.c', 'expat/lib',
                   '-DXML_STATIC=1 -w'),
    'lua': Program('lua5.4', ' '.join(f'src/{name}.c' for name in (
        'lapi lauxlib lbaselib lcode lctype ldebug ldo ldump lfunc lgc llex lmem lobject lopcodes lparser lstate lstring '
        'lstrlib ltable ltablib ltm lundump lvm lzio').split()), 'src', '-w'),
    # ---- added after the engine was made
    'bzip': Program('bzip2', 'blocksort.c huffman.c crctable.c randtable.c compress.c decompress.c bzlib.c', '.',
                    '-DBZ_NO_STDIO -w'),
    'jpeg': Program('libstb', '', '.', '-w'),
    'markdown': Program('md4c', 'src/md4c.c', 'src', '-w'),
    'utf8': Program('utf8proc', 'utf8proc.c', '.', '-w'),
    'yaml': Program('libyaml', 'src/api.c src/parser.c src/reader.c src/scanner.c', 'include src',
                    '-DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2 -DYAML_VERSION_PATCH=5 '
                    '-DYAML_VERSION_STRING=\\"0.2.5\\" -w'),
    'js': Program('mujs', 'one.c', '.', '-w'),
    'blake': Program('libb2', 'src/blake2b-ref.c src/blake2s-ref.c', 'src', '-DSUFFIX=_ref -w'),
    'ring': Program(),
    'handlers': Program(text=generated.handlers('handlers', 2000)),
    'phases': Program(text=generated.phases('phases', 96)),
}
