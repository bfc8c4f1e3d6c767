# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random C types for arguments of device functions, for signatures.py.

A type can spell itself as a declaration, write the C code that mixes one of its values into a hash (padding left out), and
make random values as C initialisers. Everything comes from the given random.Random, so a seed gives the same types each
time. Unnamed bit-fields and long double are left out: host and device lay them out differently, which is refused.
"""


class Scalar:
    """An integer, enumeration or floating type; `bits` and `signed` bound its values."""

    def __init__(self, spelling, bits, signed=False, kind='integer', values=None):
        self.spelling, self.bits, self.signed, self.kind, self.values = spelling, bits, signed, kind, values

    def declare(self, name):
        return f'{self.spelling} {name}'

    def about(self):
        """Bytes without padding, to keep records small."""
        return self.bits // 8 + 1

    def mix(self, access, _depth=0):
        if self.kind == 'float':
            return [f'h = mix(h, floatBits({access}));']
        if self.kind == 'double':
            return [f'h = mix(h, doubleBits({access}));']
        if self.kind == 'pointer':
            return [f'h = mix(h, (uint64_t){access});']
        if self.bits == 128:
            return [f'h = mix(h, (uint64_t){access});', f'h = mix(h, (uint64_t)((unsigned __int128){access} >> 64));']
        cast = '(unsigned char)' if self.spelling == 'char' else ''
        return [f'h = mix(h, (uint64_t){cast}{access});']

    def value(self, random, bits=None):
        bits = bits or self.bits
        if self.values:
            return random.choice(self.values)
        if self.kind in ('float', 'double'):
            small = random.choice(['0.0', '-0.0', '1.5', '-2.25', '1e-40' if self.kind == 'float' else '5e-320', '3e38'])
            return small + ('f' if self.kind == 'float' else '')
        if self.kind == 'pointer':
            return f'(void *){hex(random.getrandbits(47))}ul'
        edges = [0, 1, (1 << bits) - 1, (1 << bits - 1) - 1, 1 << bits - 1]
        number = random.choice(edges + [random.getrandbits(bits)] * 3)
        if self.signed and number >> bits - 1:
            number -= 1 << bits
        if bits > 64:
            high, low = (number >> 64) & (1 << 64) - 1, number & (1 << 64) - 1
            return f'({self.spelling})((unsigned __int128){hex(high)}ul << 64 | {hex(low)}ul)'
        if number == -(1 << 63):
            return '(-9223372036854775807l - 1)'
        return f'{number}l' if self.signed else f'{number}ul'


def scalars():
    """Every kind of scalar; the enumerations are declared in `enumerations`."""
    fixed = [Scalar(f'{"" if s else "u"}int{b}_t', b, s) for b in (8, 16, 32, 64) for s in (True, False)]
    plain = [Scalar('char', 7), Scalar('signed char', 8, True), Scalar('short', 16, True), Scalar('int', 32, True),
             Scalar('unsigned', 32), Scalar('long', 64, True), Scalar('unsigned long long', 64), Scalar('size_t', 64),
             Scalar('_Bool', 1), Scalar('float', 32, kind='float'), Scalar('double', 64, kind='double'),
             Scalar('__int128', 128, True), Scalar('unsigned __int128', 128), Scalar('void *', 64, kind='pointer')]
    enums = [Scalar('enum plain', 32, values=['PLAIN_A', 'PLAIN_B', 'PLAIN_C']),
             Scalar('enum negative', 32, values=['NEGATIVE_A', 'NEGATIVE_B']),
             Scalar('enum wide', 64, values=['WIDE_A', 'WIDE_B']),
             Scalar('enum narrow', 8, values=['NARROW_A', 'NARROW_B']),
             Scalar('unnamedEnum', 32, values=['UNNAMED_A', 'UNNAMED_B'])]
    return fixed + plain + enums


ENUMERATIONS = '''\
enum plain { PLAIN_A, PLAIN_B, PLAIN_C = 0x7fffffff };
enum negative { NEGATIVE_A = -5, NEGATIVE_B = 7 };
enum wide { WIDE_A = 3, WIDE_B = 0x123456789a };
enum __attribute__((packed)) narrow { NARROW_A = 1, NARROW_B = 200 };
typedef enum { UNNAMED_A, UNNAMED_B = 77 } unnamedEnum;
typedef uint64_t loose64 __attribute__((aligned(2)));
typedef uint16_t strict16 __attribute__((aligned(16)));
'''

ALIGNED_TYPEDEFS = [Scalar('loose64', 64), Scalar('strict16', 16)]


class Array:
    def __init__(self, element, count):
        self.element, self.count = element, count

    def declare(self, name):
        return self.element.declare(f'{name}[{self.count}]')

    def about(self):
        return self.element.about() * self.count

    def mix(self, access, depth=0):
        index = f'i{depth}'
        body = self.element.mix(f'{access}[{index}]', depth + 1)
        return [f'for (int {index} = 0; {index} < {self.count}; ++{index}) {{'] + ['  ' + line for line in body] + ['}']

    def value(self, random):
        return '{' + ', '.join(self.element.value(random) for _ in range(self.count)) + '}'


class BitField:
    def __init__(self, base, width):
        self.base, self.width = base, width

    def declare(self, name):
        return f'{self.base.declare(name)} : {self.width}'

    def about(self):
        return self.width // 8 + 1

    def mix(self, access, depth=0):
        return self.base.mix(access, depth)

    def value(self, random):
        return self.base.value(random, self.width)


class Record:
    """A struct or union with attributes. Of a union, only the first member carries a value."""

    def __init__(self, name, members, is_union=False, attributes='', pack=0, member_attributes=None, is_typedef=False):
        self.name, self.members, self.is_union = name, members, is_union
        self.attributes, self.pack, self.is_typedef = attributes, pack, is_typedef
        self.member_attributes = member_attributes or [''] * len(members)
        self.keyword = 'union' if is_union else 'struct'

    def declare(self, name):
        return f'{self.name} {name}' if self.is_typedef else f'{self.keyword} {self.name} {name}'

    def about(self):
        return sum(member.about() for member in self.members)

    def define(self):
        body = ''.join(f'  {member.declare(f"m{i}")}{attribute};\n'
                       for i, (member, attribute) in enumerate(zip(self.members, self.member_attributes)))
        if self.is_typedef:
            text = f'typedef {self.keyword} {{\n{body}}}{self.attributes} {self.name};\n'
        else:
            text = f'{self.keyword} {self.name} {{\n{body}}}{self.attributes};\n'
        return f'#pragma pack(push, {self.pack})\n{text}#pragma pack(pop)\n' if self.pack else text

    def mix(self, access, depth=0):
        members = self.members[:1] if self.is_union else self.members
        return [line for i, member in enumerate(members) for line in member.mix(f'{access}.m{i}', depth)]

    def value(self, random):
        members = self.members[:1] if self.is_union else self.members
        return '{' + ', '.join(f'.m{i} = {member.value(random)}' for i, member in enumerate(members)) + '}'


class TypeMaker:
    """Makes records out of scalars and of the records made before."""

    def __init__(self, random):
        self.random = random
        self.scalars = scalars()
        self.records = []

    def member(self, may_be_bit_field):
        random = self.random
        choice = random.random()
        if may_be_bit_field and choice < 0.25:
            base = random.choice([s for s in self.scalars if s.spelling in
                                  ('int', 'unsigned', 'uint8_t', 'int16_t', 'uint64_t', 'int64_t', '_Bool')])
            return BitField(base, random.randint(1, base.bits))
        if choice < 0.45 and self.records:
            element = random.choice([r for r in self.records if r.about() < 100] or self.scalars)
        elif choice < 0.52:
            element = random.choice(ALIGNED_TYPEDEFS)
        else:
            element = random.choice(self.scalars)
        # an array needs elements whose size is a multiple of their alignment
        if random.random() < 0.25 and element.declare('') != 'strict16 ':
            element = Array(element, random.randint(1, 4))
            if random.random() < 0.3:
                element = Array(element, random.randint(1, 3))
        return element

    def record(self):
        random = self.random
        is_union = random.random() < 0.2
        members = [self.member(not is_union) for _ in range(random.randint(1, 6))]
        attributes, pack = '', 0
        style = random.random()
        if style < 0.15:
            attributes = ' __attribute__((packed))'
        elif style < 0.25:
            pack = random.choice([1, 2, 4, 8])
        elif style < 0.4:
            attributes = f' __attribute__((aligned({random.choice([8, 16, 32, 64, 128])})))'
        member_attributes = [
            f' __attribute__((aligned({random.choice([4, 8, 16, 32])})))'
            if not isinstance(member, BitField) and random.random() < 0.1 else '' for member in members]
        record = Record(f'record{len(self.records)}', members, is_union, attributes, pack, member_attributes,
                        is_typedef=random.random() < 0.3)
        self.records.append(record)
        return record
