import { describe, expect, it } from 'vitest'
import { fixtureCharge, fixturePreimage } from '../flow/fixtures.js'
import { readProof } from './read-proof.js'

const { id, invoice } = fixtureCharge

describe('a text that is pasted as a proof', () => {
  it.each([
    ['the preimage, as a wallet copies it', `Preimage: ${fixturePreimage.toUpperCase()}\n`, 'proven'],
    ['hash and preimage', `${id} ${fixturePreimage}`, 'proven'],
    ['the payment hash', `Payment hash: ${id.toUpperCase()}`, 'payment_hash'],
    ['the invoice', `lightning:${invoice.toUpperCase()}`, 'invoice'],
    ['a preimage of another payment', '22'.repeat(32), 'other_payment'],
    ['its hash and a preimage of another payment', `${id}\n${'22'.repeat(32)}`, 'other_payment'],
    ['a part of it', fixturePreimage.slice(0, 40), 'unreadable'],
    ['words', 'I have paid!', 'unreadable'],
    ['nothing', '', 'unreadable'],
  ])('%s', (_, text, status) => {
    expect(readProof(text, id)).toMatchObject({ status })
  })

  it('returns the preimage in the form that the server accepts', () => {
    expect(readProof(`Preimage ${'11 '.repeat(32)}`, id)).toEqual({
      status: 'proven',
      preimage: fixturePreimage,
    })
  })
})
