import { describe, expect, it } from 'vitest'
import { readConnectionUrl } from './connection-url.js'

const WALLET = 'ab'.repeat(32)
const SECRET = 'cd'.repeat(32)
const parameters = `relay=wss%3A%2F%2Fone.example&relay=wss://two.example/path&secret=${SECRET}&lud16=me@mine.example`

describe('the Nostr Wallet Connect url', () => {
  it.each([
    'nostr+walletconnect://',
    'nostr+walletconnect:',
    'nostrwalletconnect://',
    'NOSTR+WalletConnect://',
  ])('is read with several relays, beginning with %s', (scheme) => {
    expect(readConnectionUrl(` ${scheme}${WALLET.toUpperCase()}?${parameters}\n`)).toEqual({
      walletPubkey: WALLET,
      secret: SECRET,
      relays: ['wss://one.example', 'wss://two.example/path'],
    })
  })

  it.each([
    'relay=wss://one.example,wss://two.example/path',
    'relay=wss://one.example%20wss://two.example/path',
    'relay=&relay=wss://one.example&relay=wss://two.example/path&relay=',
    'relay=wss://one.example&relay=wss://two.example/path&relay=wss://one.example',
  ])('is read with the relays of %s', (relays) => {
    const { relays: read } = readConnectionUrl(`nostr+walletconnect://${WALLET}?${relays}&secret=${SECRET}`)
    expect(read).toEqual(['wss://one.example', 'wss://two.example/path'])
  })

  it('is read with a relay of this machine', () => {
    const url = `nostr+walletconnect://${WALLET}?relay=ws://127.0.0.1:7777&secret=${SECRET}`
    expect(readConnectionUrl(url).relays).toEqual(['ws://127.0.0.1:7777'])
  })

  it.each([
    ['', 'public key'],
    [`https://wallet.example/?${parameters}`, 'public key'],
    [`nostr+walletconnect://npub1short?${parameters}`, 'public key'],
    [`nostr+walletconnect://${WALLET}?relay=wss://one.example`, 'secret'],
    [`nostr+walletconnect://${WALLET}?relay=wss://one.example&secret=${SECRET}0`, 'secret'],
    [`nostr+walletconnect://${WALLET}?secret=${SECRET}`, 'relay'],
    [`nostr+walletconnect://${WALLET}?relay=&secret=${SECRET}`, 'no relay'],
    [`nostr+walletconnect://${WALLET}?relay=https://one.example&secret=${SECRET}`, 'relay'],
    [
      `nostr+walletconnect://${WALLET}?relay=wss://two.example&relay=ws://one.example&secret=${SECRET}`,
      '2 relays, of which 1 cannot be connected to',
    ],
    [`nostr+walletconnect://${WALLET}?relay=wss://one.example&amp;secret=${SECRET}`, '&amp;'],
    [`"nostr+walletconnect://${WALLET}?${parameters}"`, 'quotes'],
    [`nostr+walletconnect://${WALLET}?relay="wss://one.example"&secret=${SECRET}`, 'quotes'],
  ])('is refused with the missing part, and not repeated: %s', (url, what) => {
    const read = () => readConnectionUrl(url)
    expect(read).toThrow(expect.objectContaining({ code: 'BAD_REQUEST', field: 'url' }))
    expect(read).toThrow(what)
    for (const part of [WALLET, SECRET, 'one.example']) expect(read).not.toThrow(part)
  })
})
