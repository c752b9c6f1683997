import { bech32, bech32m } from '@scure/base'
import { getAddressInfo } from 'bitcoin-address-validation'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import vectors from '../vectors/bech32-addresses.json' with { type: 'json' }
import { base58check } from './address-encoding.js'
import { parseBitcoinAddress, parseRampDestination } from './bitcoin-address.js'

describe('address vectors', () => {
  it.each(vectors.cases)('$id: $note', (row) => {
    const result = parseBitcoinAddress(row.address)
    if (!row.valid) {
      expect(result.ok).toBe(false)
      return
    }
    // The prefixes of testnet are signet's too, and in base58 regtest's.
    const [network] = row.network?.split('-or-') ?? []
    expect(result).toEqual({ ok: true, address: row.canonical, network, type: row.type })
  })

  it.each(vectors.cases)('$id as a destination: $mainnetRamp', (row) => {
    const result = parseRampDestination(row.address)
    switch (row.mainnetRamp) {
      case 'accept':
        expect(result).toMatchObject({ ok: true, address: row.canonical, warnings: [] })
        break
      case 'warn-burn':
        expect(result).toMatchObject({ ok: true, address: row.canonical, warnings: ['burn_address'] })
        break
      case 'refuse-network':
        expect(result).toEqual({ ok: false, reason: 'wrong_network' })
        break
      case 'refuse-type':
        expect(result).toEqual({ ok: false, reason: 'unsupported_type' })
        break
      default:
        // A Lightning Address and a `bitcoin:` URI are not on-chain addresses, but they are destinations.
        expect(result.ok).toBe(/@|^bitcoin:/i.test(row.address))
    }
  })
})

describe('parseBitcoinAddress', () => {
  it('knows pay-to-anchor on every network', () => {
    for (const address of ['bc1pfeessrawgf', 'tb1pfees9rn5nz', 'bcrt1pfeesnyr2tx'])
      expect(parseBitcoinAddress(address)).toMatchObject({ ok: true, type: 'p2a' })
  })

  it('recognises a private key and does not repeat it', () => {
    for (const secret of [
      '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ',
      'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617',
      'cTpB4YiyKiBcPxnefsDpbnDxFDffjqJob8wGCEDXxgQ7zQoMXJdH',
      'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi',
    ]) {
      const result = parseBitcoinAddress(secret)
      expect(result).toEqual({ ok: false, reason: 'private_key' })
      expect(parseRampDestination(secret)).toEqual({ ok: false, reason: 'private_key' })
    }
  })

  it('names the mistake if that helps', () => {
    const reasons = {
      '': 'empty',
      [` ${'bc1qvyq0cc6rahyvsazfdje0twl7ez82ndmuac2lhv'}`]: 'charset',
      Bc1qvyq0cc6rahyvsazfdje0twl7ez82ndmuac2lhv: 'mixed_case',
      bc1qvyq0cc6rahyvsazfdje0twl7ez82ndmuac2lhw: 'malformed',
      [`bc1q${'q'.repeat(90)}`]: 'too_long',
      'bc1qvyq0cc6rahyvsazfdje0twl7ez82ndmuac2lh\u212a': 'charset',
    }
    for (const [text, reason] of Object.entries(reasons))
      expect(parseBitcoinAddress(text)).toEqual({ ok: false, reason })
  })
})

describe('parseBitcoinAddress compared with a library', () => {
  const elsewhere = (address: string) => {
    try {
      const { network, type } = getAddressInfo(address)
      return {
        network,
        type: type === 'unknown' ? expect.stringMatching(/^(?:p2a|witness-unknown)$/u) : type,
      }
    } catch {
      return undefined
    }
  }
  const agrees = (address: string) => {
    const { ok, ...rest } = parseBitcoinAddress(address)
    const expected = elsewhere(address)
    if (expected) expect(rest).toEqual({ address, ...expected })
    else expect(ok).toBe(false)
    return ok
  }
  const encoding = fc.constantFrom(bech32, bech32m)
  const mutated = (address: string, at: number, letter: string) =>
    address.slice(0, at % address.length) + letter + address.slice((at % address.length) + 1)

  it('agrees on witness programs of every version, length, network and checksum', () => {
    const program = fc.uint8Array({ maxLength: 45 })
    fc.assert(
      fc.property(
        fc.constantFrom('bc', 'tb', 'bcrt'),
        fc.nat(20),
        program,
        encoding,
        fc.nat(31),
        (prefix, version, bytes, checksum, stray) => {
          const words = bech32.toWords(bytes)
          agrees(checksum.encode(prefix, [version, ...words], false))
          agrees(checksum.encode(prefix, [version, ...words, stray], false))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('agrees on base58 of every version, and on every wrong length', () => {
    const version = fc.oneof(fc.constantFrom(0, 5, 111, 196), fc.nat(255))
    const hash = fc.oneof(fc.uint8Array({ minLength: 20, maxLength: 20 }), fc.uint8Array({ maxLength: 30 }))
    fc.assert(
      fc.property(version, hash, (first, bytes) => {
        const accepted = agrees(base58check.encode(Uint8Array.of(first, ...bytes)))
        expect(accepted).toBe(bytes.length === 20 && [0, 5, 111, 196].includes(first))
      }),
      { numRuns: 300 },
    )
  })

  it('refuses an address with one wrong letter, as the library does', () => {
    const letters = '023456789abcdefghijklmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ1OIl'
    for (const address of [
      '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
      'bc1qvyq0cc6rahyvsazfdje0twl7ez82ndmuac2lhv',
    ])
      for (let at = 0; at < address.length; at++)
        for (const letter of letters) if (letter !== address[at]) agrees(mutated(address, at, letter))
  })

  it('refuses a prefix that only begins like a known one', () => {
    const program = bech32.toWords(new Uint8Array(20).fill(7))
    for (const prefix of ['bc1q', 'tb1', 'bcrt1x', 'bcr'])
      expect(agrees(bech32.encode(prefix, [0, ...program]))).toBe(false)
  })

  it('refuses a one too many or too few in front', () => {
    const zero = base58check.encode(new Uint8Array(21))
    expect(zero).toBe('1111111111111111111114oLvT2')
    expect(agrees(zero)).toBe(true)
    expect(agrees(`1${zero}`)).toBe(false)
    expect(agrees(zero.slice(1))).toBe(false)
  })
})

describe('parseRampDestination', () => {
  it('takes a Lightning Address in its folded form', () => {
    expect(parseRampDestination(' Alice@Pay.Example.com')).toEqual({
      ok: true,
      kind: 'lightning_address',
      address: 'alice@pay.example.com',
      warnings: [],
    })
  })

  it('passes on why a Lightning Address is invalid, with the suggestion', () => {
    expect(parseRampDestination('alice@localhost')).toEqual({ ok: false, reason: 'private_name' })
    expect(parseRampDestination('alice@bücher.example')).toMatchObject({
      suggestion: 'alice@xn--bcher-kva.example',
    })
  })

  it('warns of an all-zero address of every type', () => {
    const zeros = [
      '1111111111111111111114oLvT2',
      '31h1vYVSYuKP6AhS86fbRdMw9XHieotbST',
      ...[[0, 20, bech32] as const, [0, 32, bech32] as const, [1, 32, bech32m] as const].map(
        ([version, bytes, encoding]) =>
          encoding.encode('bc', [version, ...bech32.toWords(new Uint8Array(bytes))]),
      ),
    ]
    for (const address of zeros)
      expect(parseRampDestination(address), address).toMatchObject({ ok: true, warnings: ['burn_address'] })
  })

  it('refuses an invoice by name', () => {
    for (const text of ['lnbc10u1p5wwalm', 'LIGHTNING:LNTB10U1P5WWALM', ' lnbcrt1'])
      expect(parseRampDestination(text)).toEqual({ ok: false, reason: 'lightning_invoice' })
  })

  const OF = {
    mainnet: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    testnet: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    regtest: bech32.encode('bcrt', [0, ...bech32.toWords(new Uint8Array(20).fill(7))]),
  }

  it('takes an on-chain address of the requested network, and of no other', () => {
    for (const [network, own] of Object.entries(OF))
      for (const address of Object.values(OF))
        expect(
          parseRampDestination(address, { network: network as keyof typeof OF }),
          `${address} on ${network}`,
        ).toMatchObject(address === own ? { ok: true, address } : { ok: false, reason: 'wrong_network' })
    // They share prefixes, and in base58 regtest does too.
    expect(parseRampDestination(OF.testnet, { network: 'signet' }).ok).toBe(true)
    expect(parseRampDestination('mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', { network: 'regtest' }).ok).toBe(true)
    for (const address of Object.values(OF))
      expect(parseRampDestination(address, { network: 'any' })).toMatchObject({ ok: true, address })
  })

  it('takes the address of a bitcoin: URI (BIP 21)', () => {
    for (const uri of [
      `bitcoin:${OF.mainnet}`,
      `BITCOIN:${OF.mainnet.toUpperCase()}?AMOUNT=0.5`,
      `bitcoin:${OF.mainnet}?label=alice@wallet.example&lightning=lnbc1`,
    ])
      expect(parseRampDestination(uri)).toMatchObject({ ok: true, address: OF.mainnet })
    expect(parseRampDestination('bitcoin:?lightning=lnbc1')).toEqual({ ok: false, reason: 'empty' })
    expect(parseRampDestination(`bitcoin:${OF.testnet}`)).toEqual({ ok: false, reason: 'wrong_network' })
  })

  it('takes the address of a bitcoin: URI that has it as a parameter (BIP 321)', () => {
    expect(parseRampDestination(`bitcoin:?BC=${OF.mainnet}`)).toMatchObject({ ok: true, address: OF.mainnet })
    expect(parseRampDestination(`bitcoin:?tb=${OF.testnet}`)).toEqual({ ok: false, reason: 'wrong_network' })
  })

  it('refuses a bitcoin: URI that requires something unknown (BIP 21)', () => {
    for (const query of ['req-x=1', 'amount=1&REQ-somethingyoudontunderstand=50', 'req-'])
      expect(parseRampDestination(`bitcoin:${OF.mainnet}?${query}`)).toEqual({
        ok: false,
        reason: 'unknown_requirement',
      })
    expect(parseRampDestination(`bitcoin:${OF.mainnet}?xreq-x=1&y=req-x`).ok).toBe(true)
  })
})
