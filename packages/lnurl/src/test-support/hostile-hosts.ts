/** Addresses that the provider must never call. */
const INSIDE_IPV4 = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.100.100.200',
  '169.254.169.254',
  '169.254.170.2',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.168.0.1',
  '192.168.255.254',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
]

const INSIDE_IPV6 = [
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:169.254.169.254',
  '::7f00:1',
  '64:ff9b::7f00:1',
  '64:ff9b::a9fe:a9fe',
  '100::1',
  '2001::7f00:1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
]

export const INSIDE = [...INSIDE_IPV4, ...INSIDE_IPV6]

/** Every spelling of an IPv4 address that a URL parser accepts. */
const SPELLINGS: readonly ((octets: number[], value: number) => string)[] = [
  (octets) => octets.join('.'),
  (octets) => `${octets.join('.')}.`,
  (_, value) => String(value),
  (_, value) => `0x${value.toString(16)}`,
  (_, value) => `0X${value.toString(16).toUpperCase()}`,
  (_, value) => `0${value.toString(8)}`,
  (octets) => octets.map((octet) => `0x${octet.toString(16)}`).join('.'),
  (octets) => octets.map((octet) => `0${octet.toString(8)}`).join('.'),
  ([a, b, c, d]) => `${a}.${b}.${(c ?? 0) * 256 + (d ?? 0)}`,
  ([a, b, c, d]) => `${a}.${(b ?? 0) * 65536 + (c ?? 0) * 256 + (d ?? 0)}`,
  ([a, b, c, d]) => `0x${a?.toString(16)}.${b}.0${c?.toString(8)}.${d}`,
  (octets) => [...octets.join('.')].map(toFullWidth).join(''),
  (octets) => octets.join('。'),
  (octets) => octets.join('．'),
  (octets) => octets.join('.').replace(/\d/g, (digit) => `%3${digit}`),
  (octets) => octets.join('.').replace(/[1-9]/g, toCircled),
  (octets) => `[::ffff:${octets.join('.')}]`,
  (_, value) => `[::ffff:${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}]`,
  (_, value) => `[0:0:0:0:0:FFFF:${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}]`,
  (_, value) => `[64:ff9b::${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}]`,
  (_, value) => `[2002:${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}::]`,
]

function toFullWidth(character: string): string {
  return String.fromCharCode(character.charCodeAt(0) + 0xfee0)
}

function toCircled(digit: string): string {
  return String.fromCharCode(0x2460 + Number(digit) - 1)
}

/** Hosts that are a disguised internal address. */
export function disguisedHosts(): string[] {
  const ipv4 = INSIDE_IPV4.flatMap((address) => {
    const octets = address.split('.').map(Number)
    const value = octets.reduce((sum, octet) => sum * 256 + octet, 0)
    return SPELLINGS.map((spell) => spell(octets, value))
  })
  return [...new Set([...ipv4, ...INSIDE_IPV6.map((address) => `[${address}]`)])]
}

/** Names that mean the machine, its network or its cloud. */
export const INSIDE_NAMES = [
  'localhost',
  'LOCALHOST',
  'ⓛocalhost',
  'ｌｏｃａｌｈｏｓｔ',
  'localhost.',
  'localhost.localdomain',
  'api.localhost',
  'intranet',
  'redis',
  'kubernetes',
  'kubernetes.default.svc.cluster.local',
  'metadata.google.internal',
  'metadata.google.internal.',
  'instance-data.ec2.internal',
  'printer.local',
  'nas.lan',
  'router.home.arpa',
  'db.corp',
  'tv.home',
  'app.test',
  '1.0.0.127.in-addr.arpa',
  'wallet.invalid',
]
