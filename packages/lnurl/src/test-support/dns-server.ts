import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'
import { isIPv4, isIPv6 } from 'node:net'

/** The records of a name: its addresses, or another name, possibly different for each query. */
export type Zone = (
  hostname: string,
) => readonly string[] | { cname: string } | 'silent' | 'fails' | undefined

export interface DnsServer {
  /** `address:port`, as `setServers` expects it. */
  address: string
  /** Every query, as `A name` or `AAAA name`. */
  questions: string[]
  close(): void
}

const TYPES: Record<number, 'A' | 'AAAA'> = { 1: 'A', 28: 'AAAA' }

/** A name server over UDP on loopback that answers from the test's zone, with a TTL of zero seconds. */
export async function startDnsServer(zone: Zone): Promise<DnsServer> {
  const socket = createSocket('udp4')
  const questions: string[] = []
  socket.on('message', (query, peer) => {
    const { hostname, type, end } = readQuestion(query)
    questions.push(`${type} ${hostname}`)
    const answer = zone(hostname)
    if (answer === 'silent') return
    const question = query.subarray(12, end)
    const records = answer === undefined || answer === 'fails' ? [] : recordsOf(answer, type, zone)
    const code = answer === 'fails' ? 2 : answer === undefined ? 3 : 0
    const header = Buffer.from([0, 0, 0x81, 0x80 | code, 0, 1, 0, records.length, 0, 0, 0, 0])
    query.copy(header, 0, 0, 2)
    socket.send(Buffer.concat([header, question, ...records]), peer.port, peer.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { port } = socket.address() as AddressInfo
  return { address: `127.0.0.1:${port}`, questions, close: () => socket.close() }
}

function readQuestion(query: Buffer): { hostname: string; type: 'A' | 'AAAA' | 'other'; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return {
    hostname: labels.join('.').toLowerCase(),
    type: TYPES[query.readUInt16BE(at + 1)] ?? 'other',
    end: at + 5,
  }
}

function recordsOf(answer: readonly string[] | { cname: string }, type: string, zone: Zone): Buffer[] {
  if ('cname' in answer) {
    const target = zone(answer.cname)
    const addresses = Array.isArray(target) ? recordsOf(target as string[], type, zone) : []
    return [
      record(nameBytes(null), 5, nameBytes(answer.cname)),
      ...addresses.map((each) => rename(each, answer.cname)),
    ]
  }
  const wanted = answer.filter(type === 'A' ? isIPv4 : type === 'AAAA' ? isIPv6 : () => false)
  return wanted.map((address) => record(nameBytes(null), type === 'A' ? 1 : 28, addressBytes(address)))
}

function record(name: Buffer, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(type, 0)
  fixed.writeUInt16BE(1, 2)
  fixed.writeUInt16BE(data.length, 8)
  return Buffer.concat([name, fixed, data])
}

/** Null points back at the name in the query. */
function nameBytes(name: string | null): Buffer {
  if (name === null) return Buffer.from([0xc0, 0x0c])
  const labels = name
    .split('.')
    .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]))
  return Buffer.concat([...labels, Buffer.from([0])])
}

function rename(bytes: Buffer, name: string): Buffer {
  return Buffer.concat([nameBytes(name), bytes.subarray(2)])
}

function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number))
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(address)
  const text = dotted ? `${dotted[1]}${[...addressBytes(dotted[2] ?? '')].reduce(toGroups, '')}` : address
  const [head = '', tail] = text.split('::')
  const groups = (part: string) => part.split(':').filter(Boolean)
  const after = tail === undefined ? [] : groups(tail)
  const zeros = new Array<string>(8 - groups(head).length - after.length).fill('0')
  const all = tail === undefined ? groups(head) : [...groups(head), ...zeros, ...after]
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex')
}

function toGroups(text: string, byte: number, index: number): string {
  return text + (index === 2 ? ':' : '') + byte.toString(16).padStart(2, '0')
}
