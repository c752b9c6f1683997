import { describe, expect, it } from 'vitest'
import { fixtureRecipient } from '../../address/fixtures.js'
import { fixtureCharge, fixturePreimage } from '../flow/fixtures.js'
import type { ChargePhase, PaymentFacts } from '../flow/pay-state.js'
import { type ChargeEvent, type ChargeLife, chargeStep, isSettled, newLife } from './charge-machine.js'

const now = new Date('2026-01-01T14:40:00Z')
const afterSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1_000)
const shown = (phase: ChargePhase = 'payable') => ({
  recipient: fixtureRecipient,
  charge: fixtureCharge,
  phase,
})
const kept: PaymentFacts = { evidence: 'app', at: now, late: false, duplicateOf: 'ab', isKept: true }
const loaded = chargeStep(newLife(shown(), kept), { type: 'loaded' }, now)
const after = (event: ChargeEvent, life: ChargeLife = loaded.life, at = now) => chargeStep(life, event, at)
const typesOf = ({ effects }: ReturnType<typeof chargeStep>) => effects.map(({ type }) => type)

describe('a payment that only this device has kept', () => {
  it('is asked about once the page is loaded', () => {
    expect(typesOf(loaded)).toContain('ask')
    expect(isSettled(loaded.life)).toBe(false)
    const proven: PaymentFacts = { evidence: 'preimage', preimage: fixturePreimage, at: now }
    expect(typesOf(chargeStep(newLife(shown(), proven), { type: 'loaded' }, now))).toEqual([])
  })

  it('is confirmed by the server, which keeps whom it duplicates', () => {
    const step = after({ type: 'paid', learnt: { evidence: 'verify', learntAt: now } })
    expect(step.life.payment).toMatchObject({ evidence: 'verify', duplicateOf: 'ab' })
    expect(step.life.payment?.isKept).toBeUndefined()
    expect(typesOf(step)).toEqual(['stop', 'tell'])
  })

  it('is none if the server knows of no payment, and the charge is watched like any other', () => {
    const step = after({ type: 'answered', hasExpired: false })
    expect([step.life.payment, step.life.shown.phase]).toEqual([undefined, 'payable'])
    expect(typesOf(step)).toContain('tell')
    expect(isSettled(step.life)).toBe(false)
  })

  it('stays as it is while the server does not answer, and is asked about at the next return', () => {
    for (const silent of [
      after({ type: 'failed' }),
      after({ type: 'clock' }, loaded.life, afterSeconds(60)),
    ]) {
      expect(silent.life.payment).toEqual(kept)
      expect(typesOf(silent)).toEqual(['stop'])
      expect(typesOf(after({ type: 'returned' }, silent.life))).toContain('ask')
    }
    expect(typesOf(after({ type: 'clock' }, loaded.life, afterSeconds(59)))).not.toContain('stop')
  })

  it('stays as it is, and is never asked about again, once the server does not know the charge any more', () => {
    const step = after({ type: 'disowned' })
    expect(step.life.payment).toEqual(kept)
    expect(isSettled(step.life)).toBe(true)
    expect(typesOf(after({ type: 'returned' }, step.life))).not.toContain('ask')
    expect(typesOf(chargeStep(newLife(shown('forgotten'), kept), { type: 'loaded' }, now))).not.toContain(
      'ask',
    )
  })
})
