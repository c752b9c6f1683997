import { LeydenError, type WatchState } from '@leyden/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fixtureRecipient } from '../../address/fixtures.js'
import { chargeLike, fixtureCharge, fixturePreimage } from '../flow/fixtures.js'
import type { ChargePhase, ShownCharge } from '../flow/pay-state.js'
import {
  type ChargeEffect,
  type ChargeEvent,
  type ChargeLife,
  chargeStep,
  eventOfError,
  eventOfState,
  isSettled,
  newLife,
} from './charge-machine.js'

const charge = fixtureCharge
const ASK = { type: 'ask', watchUrl: charge.watchUrl }
const EXPIRY = charge.expiresAt.getTime()
const END = charge.watchUntil.getTime()
/** A time in seconds after the expiry. The watch ends 60 seconds after it. */
const at = (seconds: number) => new Date(EXPIRY + seconds * 1_000)
const shownIn = (phase: ChargePhase, known: Partial<ShownCharge> = {}): ShownCharge => ({
  recipient: fixtureRecipient,
  charge,
  phase,
  ...known,
})
const lifeIn = (
  phase: ChargePhase,
  checks: Partial<ChargeLife['checks']> = {},
  known: Partial<ShownCharge> = {},
) => ({
  shown: shownIn(phase, known),
  checks: { failures: 0, ...checks },
})
const PHASES: readonly ChargePhase[] = [
  'payable',
  'unwatched',
  'expired_unchecked',
  'expired',
  'ended_unchecked',
  'ended_expiry_checked',
  'ended',
  'unknown',
]
const open: ChargeEvent = { type: 'answered', hasExpired: false }
const paidEvent: ChargeEvent = { type: 'paid', learnt: { evidence: 'app', learntAt: at(-30) } }

/** Passes events, each at its time, and collects what each step says. */
function run(life: ChargeLife, ...events: [ChargeEvent, Date][]) {
  const effects: (readonly ChargeEffect[])[] = []
  let current = life
  for (const [event, now] of events) {
    const step = chargeStep(current, event, now)
    current = step.life
    effects.push(step.effects)
  }
  return { life: current, effects, last: effects.at(-1) ?? [], phase: current.shown.phase }
}
const typesOf = (effects: readonly ChargeEffect[]) => effects.map(({ type }) => type)
const loaded: [ChargeEvent, Date] = [{ type: 'loaded' }, at(-600)]

describe('a charge that is loaded', () => {
  it('is asked for at once, and its clock is looked at when it expires', () => {
    const { life, last } = run(newLife(shownIn('payable')), loaded)
    expect(last).toEqual([ASK, { type: 'wake', at: charge.expiresAt }])
    expect(life.checks).toEqual({ failures: 0, askedAt: at(-600) })
  })

  it.each<[ChargePhase, number, ChargePhase, string[], number | undefined]>([
    ['payable', -1, 'payable', ['ask', 'wake'], 0],
    ['payable', 0, 'expired_unchecked', ['ask', 'wake', 'tell'], 60],
    ['payable', 59, 'expired_unchecked', ['ask', 'wake', 'tell'], 60],
    ['payable', 60, 'ended_unchecked', ['ask', 'wake', 'tell'], 120],
    ['payable', 700_000, 'ended_unchecked', ['ask', 'wake', 'tell'], 700_060],
    // A server whose store was lost may know it again.
    ['unwatched', -1, 'payable', ['ask', 'wake', 'tell'], 0],
    ['unwatched', 0, 'unknown', ['tell', 'report_end'], undefined],
    ['expired_unchecked', 1, 'expired_unchecked', ['ask', 'wake'], 60],
    ['expired_unchecked', 60, 'ended_unchecked', ['ask', 'wake', 'tell'], 120],
    ['expired', 1, 'expired', ['ask', 'wake'], 60],
    ['expired', 60, 'ended_expiry_checked', ['ask', 'wake', 'tell'], 120],
    ['ended_unchecked', 61, 'ended_unchecked', ['ask', 'wake'], 121],
    ['ended_expiry_checked', 61, 'ended_expiry_checked', ['ask', 'wake'], 121],
    ['ended', 61, 'ended', [], undefined],
    ['unknown', 61, 'unknown', [], undefined],
  ])('and was %s is, %i seconds after its expiry, %s', (phase, seconds, next, types, wakeSeconds) => {
    const result = run(newLife(shownIn(phase)), [{ type: 'loaded' }, at(seconds)])
    expect(result.phase).toBe(next)
    const wake = result.last.find((effect) => effect.type === 'wake')
    expect(wake?.at).toEqual(wakeSeconds === undefined ? undefined : at(wakeSeconds))
    const ends = types.includes('report_end') ? ['stop'] : []
    expect(typesOf(result.last)).toEqual([...ends, ...types])
  })

  it('cannot be asked for without a URL', () => {
    const blind = chargeLike({ ...charge, watchUrl: undefined })
    for (const phase of PHASES) {
      const result = run({ shown: { ...shownIn(phase), charge: blind }, checks: { failures: 0 } }, loaded)
      const isOver = phase === 'ended' || phase === 'unknown'
      const isOpen = phase === 'payable' || phase === 'unwatched'
      expect(result.phase, phase).toBe(isOver ? phase : isOpen ? 'unwatched' : 'unknown')
      expect(typesOf(result.last), phase).not.toContain('ask')
    }
  })

  it('has a doubt for each wallet whose answer nobody hears any more', () => {
    const { life } = run(newLife(shownIn('payable', { asked: 2, doubts: 1 })), loaded)
    expect(life.shown).toMatchObject({ asked: undefined, doubts: 3 })
    const over = run(newLife(shownIn('ended', { asked: 2, doubts: 1 })), loaded)
    expect(over.life.shown).toMatchObject({ asked: 2, doubts: 1 })
  })
})

describe('an answer', () => {
  it.each<[ChargePhase, number, ChargePhase]>([
    ['payable', -1, 'payable'],
    ['expired_unchecked', -1, 'expired_unchecked'],
    ['expired_unchecked', 0, 'expired'],
    ['expired', 30, 'expired'],
    ['ended_unchecked', 59, 'ended_unchecked'],
    ['ended_unchecked', 60, 'ended'],
    ['ended_expiry_checked', 59, 'ended_expiry_checked'],
    ['ended_expiry_checked', 60, 'ended'],
    ['ended', 61, 'ended'],
    ['unknown', 61, 'unknown'],
  ])('to a charge that is %s, asked for %i seconds after the expiry, makes it %s', (phase, asked, next) => {
    const now = new Date(Math.max(at(asked).getTime(), phase === 'payable' ? 0 : EXPIRY) + 1)
    const life = lifeIn(
      phase,
      { askedAt: at(asked), failures: 3, failingSince: at(-9) },
      { unreachableSince: at(-9) },
    )
    const result = run(life, [open, now])
    expect(result.phase).toBe(next)
    expect(result.life.shown.unreachableSince).toBeUndefined()
    expect(result.life.checks).toMatchObject({ failures: 0 })
    expect(result.life.checks.failingSince).toBeUndefined()
    const isEnd = next === 'ended' && phase !== 'ended'
    expect(typesOf(result.last).filter((type) => type !== 'wake')).toEqual(
      isEnd ? ['stop', 'tell', 'report_end'] : phase === 'ended' || phase === 'unknown' ? ['tell'] : ['tell'],
    )
  })

  it('ends nothing if nothing was asked for', () => {
    for (const phase of ['expired_unchecked', 'ended_unchecked', 'ended_expiry_checked'] as const)
      expect(run(lifeIn(phase), [open, at(phase === 'expired_unchecked' ? 1 : 70)]).phase).toBe(phase)
  })

  it('that the invoice has expired counts by the clock of the server, and ends no watch', () => {
    const expired: ChargeEvent = { type: 'answered', hasExpired: true }
    const phaseAfter = (phase: ChargePhase, seconds: number) =>
      run(lifeIn(phase, { askedAt: at(-700) }), [expired, at(seconds)]).phase
    expect(phaseAfter('payable', -1)).toBe('expired')
    expect(phaseAfter('expired_unchecked', 1)).toBe('expired')
    expect(phaseAfter('expired', 1)).toBe('expired')
    expect(phaseAfter('ended_unchecked', 61)).toBe('ended_unchecked')
    expect(phaseAfter('ended_expiry_checked', 61)).toBe('ended_expiry_checked')
    expect(phaseAfter('unwatched', -1)).toBe('unwatched')
  })

  it.each<[ChargePhase, number, ChargePhase]>([
    ['payable', -1, 'unwatched'],
    ['unwatched', -1, 'unwatched'],
    ['expired_unchecked', 1, 'unknown'],
    ['expired', 1, 'unknown'],
    ['ended_unchecked', 61, 'unknown'],
    ['ended_expiry_checked', 61, 'unknown'],
    ['ended', 61, 'ended'],
    ['unknown', 61, 'unknown'],
  ])('that there is no such charge makes one that is %s, at %i seconds, %s', (phase, seconds, next) => {
    const life = lifeIn(phase, { askedAt: at(seconds), failures: 2 }, { unreachableSince: at(0) })
    const { life: after, last } = run(life, [{ type: 'disowned' }, at(seconds)])
    expect(after.shown.phase).toBe(next)
    if (next === phase) return
    expect(after).toMatchObject({ shown: { unreachableSince: undefined }, checks: { failures: 0 } })
    expect(after.checks.askedAt).toBeUndefined()
    expect(typesOf(last)).toEqual(
      next === 'unwatched' ? ['stop', 'wake', 'tell'] : ['stop', 'tell', 'report_end'],
    )
  })
})

describe('an answer with the time of the server', () => {
  const sent = (seconds: number, hasExpired = false): ChargeEvent => ({
    type: 'answered',
    hasExpired,
    sentAt: at(seconds),
  })

  it.each<[ChargePhase, number, ChargePhase]>([
    ['payable', -1, 'payable'],
    ['expired_unchecked', -1, 'payable'],
    ['expired', -1, 'payable'],
    ['ended_unchecked', -1, 'payable'],
    ['ended_expiry_checked', -1, 'payable'],
    ['expired_unchecked', 0, 'expired'],
    ['expired', 0, 'expired'],
    ['ended_unchecked', 59, 'expired'],
    ['ended_expiry_checked', 59, 'expired'],
    ['ended_unchecked', 60, 'ended'],
    ['ended_expiry_checked', 60, 'ended'],
    ['unwatched', -1, 'unwatched'],
    ['ended', -1, 'ended'],
    ['unknown', -1, 'unknown'],
  ])(
    'to a charge that was %s by a clock that was ahead makes it, at %i seconds, %s',
    (phase, seconds, next) => {
      // The request left when the clock was two hours ahead. The answer has corrected the clock.
      const result = run(lifeIn(phase, { askedAt: at(7_200) }), [sent(seconds), at(seconds)])
      expect(result.phase).toBe(next)
      const isNew = next !== phase && next !== 'ended'
      if (isNew) expect(typesOf(result.last)).toEqual(['wake', 'tell'])
    },
  )

  it('of before a moment says nothing about the time after it, when it arrives late', () => {
    for (const [phase, seconds, nowSeconds] of [
      ['expired_unchecked', -1, 30],
      ['ended_unchecked', 59, 100],
      ['ended_expiry_checked', 59, 100],
    ] as const) {
      const life = lifeIn(phase, { askedAt: at(nowSeconds) })
      expect(run(life, [sent(seconds), at(nowSeconds)]).phase).toBe(phase)
    }
    const asleep = run(newLife(shownIn('payable')), loaded, [sent(-1), at(3_600)])
    expect([asleep.phase, typesOf(asleep.last)]).toEqual(['ended_unchecked', ['ask', 'wake', 'tell']])
  })

  it('that the invoice has expired does not make it payable', () => {
    expect(run(lifeIn('ended_unchecked', { askedAt: at(99) }), [sent(-1, true), at(-1)]).phase).toBe(
      'expired',
    )
    expect(run(lifeIn('expired', { askedAt: at(99) }), [sent(-1, true), at(-1)]).phase).toBe('expired')
  })

  it('that is later than the clock of the page counts by itself', () => {
    expect(run(lifeIn('expired', { askedAt: at(-9) }), [sent(1), at(-9)]).phase).toBe('expired')
    expect(run(lifeIn('ended_unchecked', { askedAt: at(-9) }), [sent(60), at(-9)]).phase).toBe('ended')
  })
})

describe('a clock that was set back or corrected', () => {
  it('does not put off the next check', () => {
    const waiting = lifeIn('ended_unchecked', { failures: 9, failingSince: at(7_200), nextAt: at(7_260) })
    const { life, last } = run(waiting, [{ type: 'clock' }, at(70)])
    expect(life.checks).toEqual({ failures: 9, failingSince: at(70), askedAt: at(70) })
    expect(last).toEqual([ASK, { type: 'wake', at: at(130) }])
    const soon = lifeIn('ended_unchecked', { failures: 9, nextAt: at(130) })
    expect(run(soon, [{ type: 'clock' }, at(70)]).last).toEqual([{ type: 'wake', at: at(130) }])
    const later = lifeIn('ended_unchecked', { failures: 9, nextAt: at(7_260) })
    expect(run(later, [{ type: 'clock' }, at(70)]).last).toEqual([ASK, { type: 'wake', at: at(130) }])
  })

  it('says of no server that it will be silent from a later time on', () => {
    const silent = lifeIn('payable', { failingSince: at(7_200) })
    const { life } = run(silent, [{ type: 'connection', isConnected: false }, at(-40)])
    expect(life.shown.unreachableSince).toEqual(at(-40))
  })

  it('lets a check that was sent by the wrong clock run for a minute, and sends it no second time', () => {
    const running = lifeIn('ended_unchecked', { askedAt: at(7_200) })
    const { life, last } = run(running, [{ type: 'clock' }, at(70)])
    expect(life.checks).toEqual({ failures: 0, askedAt: at(70) })
    expect(last).toEqual([{ type: 'wake', at: at(130) }])
    expect(typesOf(run(life, [{ type: 'returned' }, at(80)]).last)).toContain('ask')
  })

  it('takes an answer of a server without a clock for one of now at the latest', () => {
    expect(run(lifeIn('ended_unchecked', { askedAt: at(7_200) }), [open, at(59)]).phase).toBe(
      'ended_unchecked',
    )
    expect(run(lifeIn('ended_unchecked', { askedAt: at(7_200) }), [open, at(60)]).phase).toBe('ended')
  })
})

describe('a page that sleeps', () => {
  it.each(['clock', 'returned'] as const)('past the end asks before it says anything: %s', (type) => {
    const asleep = run(newLife(shownIn('payable')), loaded).life
    const woken = run(asleep, [{ type }, at(3_600)])
    expect(woken.phase).toBe('ended_unchecked')
    expect(woken.last).toEqual([ASK, { type: 'wake', at: at(3_660) }, { type: 'tell' }])
    expect(run(woken.life, [paidEvent, at(3_601)]).life.payment).toMatchObject({
      evidence: 'app',
      late: false,
    })
    expect(run(woken.life, [open, at(3_601)])).toMatchObject({ phase: 'ended' })
  })

  it('drops an answer or a failure of before, which arrives when it wakes up', () => {
    const asleep = run(newLife(shownIn('payable')), loaded).life
    const answered = run(asleep, [open, at(3_600)])
    expect(answered.phase).toBe('ended_unchecked')
    expect(typesOf(answered.last)).toEqual(['ask', 'wake', 'tell'])
    expect(run(answered.life, [open, at(3_601)]).phase).toBe('ended')
    const failed = run(asleep, [{ type: 'failed' }, at(3_600)])
    expect(failed.life.checks).toEqual({ askedAt: at(3_600), failures: 0 })
  })

  it('asks when the person returns only after the end, and not while an answer may still come', () => {
    for (const phase of PHASES)
      for (const [askedAt, isAsked] of [
        [undefined, true],
        [at(89.999), true],
        [at(90), false],
        [at(90.001), false],
      ] as const) {
        const isChecked = phase === 'ended_unchecked' || phase === 'ended_expiry_checked'
        const now = isChecked
          ? at(99.999 + 0.001)
          : at(phase === 'payable' || phase === 'unwatched' ? -1 : 50)
        const asked = run(lifeIn(phase, { askedAt }), [{ type: 'returned' }, now])
        const isFresh = askedAt !== undefined && now.getTime() - askedAt.getTime() < 10_000
        expect(typesOf(asked.last).includes('ask'), `${phase} ${askedAt?.getTime()}`).toBe(
          isChecked && !isFresh,
        )
        if (isChecked && askedAt?.getTime() === at(90).getTime()) expect(isAsked).toBe(isFresh)
      }
  })

  it('asks again whenever the person wants it, until it is over', () => {
    for (const phase of PHASES) {
      const now = at(
        ['ended_unchecked', 'ended_expiry_checked', 'ended', 'unknown'].includes(phase)
          ? 70
          : phase.startsWith('exp')
            ? 5
            : -5,
      )
      const asked = run(lifeIn(phase, { askedAt: new Date(now.getTime() - 1) }), [{ type: 'retried' }, now])
      const isOver = phase === 'ended' || phase === 'unknown'
      expect(typesOf(asked.last).includes('ask'), phase).toBe(!isOver)
      expect(asked.phase, phase).toBe(phase === 'unwatched' ? 'payable' : phase)
    }
  })
})

describe('a server that does not answer', () => {
  const unchecked = () => run(newLife(shownIn('ended_unchecked')), [{ type: 'loaded' }, at(100)]).life

  it('is asked again with back-off, at most once a minute, for as long as it takes', () => {
    let life = unchecked()
    let now = at(100)
    const pauses: number[] = []
    for (let count = 0; count < 8; count++) {
      const failed = run(life, [{ type: 'failed' }, now])
      expect(typesOf(failed.last).slice(0, 2)).toEqual(['stop', 'wake'])
      const wake = failed.last.find((effect) => effect.type === 'wake')
      pauses.push(((wake?.at.getTime() ?? 0) - now.getTime()) / 1_000)
      const early = run(failed.life, [{ type: 'clock' }, new Date((wake?.at.getTime() ?? 0) - 1)])
      expect(typesOf(early.last)).toEqual(['wake'])
      now = wake?.at ?? now
      const asked = run(failed.life, [{ type: 'clock' }, now])
      expect(typesOf(asked.last)).toEqual(['ask', 'wake'])
      expect(asked.life.checks.failures).toBe(count + 1)
      life = asked.life
    }
    expect(pauses).toEqual([2, 4, 8, 16, 32, 60, 60, 60])
    expect(life.shown).toMatchObject({ phase: 'ended_unchecked', unreachableSince: at(100) })
    expect(run(life, [open, now]).phase).toBe('ended')
  })

  it('is called unreachable after the second failure, since the first', () => {
    const once = run(unchecked(), [{ type: 'failed' }, at(101)])
    expect(once.life.shown.unreachableSince).toBeUndefined()
    expect(typesOf(once.last)).not.toContain('tell')
    const twice = run(once.life, [{ type: 'clock' }, at(103)], [{ type: 'failed' }, at(104)])
    expect(twice.life.shown.unreachableSince).toEqual(at(101))
    expect(typesOf(twice.last)).toContain('tell')
  })

  it('is given up after a minute without any answer to a check, which counts as a failure', () => {
    const hanging = unchecked()
    expect(typesOf(run(hanging, [{ type: 'clock' }, at(159.999)]).last)).toEqual(['wake'])
    const again = run(hanging, [{ type: 'clock' }, at(160)])
    expect(typesOf(again.last)).toEqual(['ask', 'wake'])
    expect(again.life.checks).toMatchObject({ failures: 1, failingSince: at(160), askedAt: at(160) })
  })

  it('is watched further before the end, and called unreachable only while the expiry is unanswered', () => {
    for (const phase of ['payable', 'expired', 'unwatched'] as const) {
      const life = lifeIn(phase, { askedAt: at(-9) })
      const now = at(phase === 'expired' ? 9 : -8)
      expect(run(life, [{ type: 'failed' }, now], [{ type: 'failed' }, now]).life).toEqual(life)
    }
    const expired = lifeIn('expired_unchecked', { askedAt: at(1) })
    const failed = run(expired, [{ type: 'failed' }, at(2)], [{ type: 'failed' }, at(3)])
    expect(failed.life).toMatchObject({
      shown: { unreachableSince: at(2) },
      checks: { askedAt: at(1), failures: 2 },
    })
    expect(failed.effects.map(typesOf)).toEqual([['wake'], ['wake', 'tell']])
    for (const phase of ['ended', 'unknown'] as const)
      expect(run(lifeIn(phase), [{ type: 'failed' }, at(99)]).last).toEqual([])
  })

  it('is called unreachable since its watch was told so, until it answers', () => {
    const lost = run(lifeIn('payable', { askedAt: at(-99) }), [
      { type: 'connection', isConnected: false },
      at(-50),
    ])
    expect(lost.life).toMatchObject({ shown: { unreachableSince: at(-50) }, checks: { askedAt: at(-99) } })
    const still = run(lost.life, [{ type: 'connection', isConnected: false }, at(-40)])
    expect(still.life.shown.unreachableSince).toEqual(at(-50))
    const ended = run(lost.life, [{ type: 'clock' }, at(61)])
    expect(ended.life.shown).toMatchObject({ phase: 'ended_unchecked', unreachableSince: at(-50) })
    const back = run(lost.life, [{ type: 'connection', isConnected: true }, at(-30)])
    expect(back.life).toMatchObject({
      shown: { unreachableSince: undefined },
      checks: { askedAt: at(-99), failures: 0 },
    })
    expect(typesOf(back.last)).toEqual(['wake', 'tell'])
    // A check that is planned stays planned.
    const planned = lifeIn('ended_unchecked', { nextAt: at(80), failures: 1 })
    expect(run(planned, [{ type: 'connection', isConnected: true }, at(70)]).last).toEqual([
      { type: 'wake', at: at(80) },
    ])
  })
})

describe('a wallet', () => {
  it('leaves a doubt for each request that it did not answer clearly', () => {
    const steps: [ChargeEvent['type'], number | undefined, number | undefined][] = [
      ['wallet_asked', 1, undefined],
      ['wallet_unclear', undefined, 1],
      ['wallet_asked', 1, 1],
      ['wallet_asked', 2, 1],
      ['wallet_refused', 1, 1],
      ['wallet_refused', undefined, 1],
      ['wallet_refused', undefined, 1],
      ['wallet_unclear', undefined, 2],
    ]
    let life: ChargeLife = lifeIn('payable', { askedAt: at(-99) })
    for (const [type, asked, doubts] of steps) {
      const step = run(life, [{ type } as ChargeEvent, at(-9)])
      const isNews = life.shown.asked !== asked || life.shown.doubts !== doubts
      life = step.life
      expect(life.shown, type).toMatchObject({ asked, doubts })
      expect(typesOf(step.last)).toEqual(isNews ? ['wake', 'tell'] : ['wake'])
    }
  })
})

describe('a payment', () => {
  const before = lifeIn('ended_unchecked', { askedAt: at(61) })

  it('counts in every phase, stops everything and is final', () => {
    const events: ChargeEvent[] = [
      { type: 'loaded' },
      { type: 'clock' },
      { type: 'returned' },
      { type: 'retried' },
      open,
      { type: 'answered', hasExpired: true },
      { type: 'disowned' },
      { type: 'failed' },
      { type: 'connection', isConnected: false },
      { type: 'wallet_asked' },
      { type: 'wallet_refused' },
      { type: 'wallet_unclear' },
      { type: 'paid', learnt: { evidence: 'verify', learntAt: at(9_999) } },
    ]
    for (const phase of PHASES) {
      const paid = run(lifeIn(phase, { askedAt: at(-9) }), [paidEvent, at(-5)])
      expect(paid.life.payment, phase).toEqual({ evidence: 'app', at: at(-30), late: false })
      const isOver = phase === 'ended' || phase === 'unknown'
      expect(typesOf(paid.last), phase).toEqual(isOver ? ['report_paid'] : ['stop', 'report_paid'])
      for (const event of events) {
        const after = chargeStep(paid.life, event, at(99_999))
        expect(after.life, event.type).toBe(paid.life)
        expect(after.effects, event.type).toEqual([])
      }
    }
  })

  it('is late only if it is known to have happened after the expiry', () => {
    const lateOf = (learntAt: Date, paidAt?: Date) =>
      run(before, [{ type: 'paid', learnt: { evidence: 'app', learntAt, paidAt } }, at(70)]).life.payment
        ?.late
    expect(lateOf(at(0))).toBe(false)
    expect(lateOf(at(1))).toBeUndefined()
    expect(lateOf(at(1), at(0))).toBe(false)
    expect(lateOf(at(9), at(1))).toBe(true)
  })

  it('takes the message of the recipient once, and the answer to its proof', () => {
    const note = (message: string) => ({ tag: 'message', message }) as const
    const paid = run(before, [paidEvent, at(70)]).life
    const noted = run(paid, [
      { type: 'paid', learnt: { evidence: 'app', learntAt: at(1), success: note('Hi') } },
      at(71),
    ])
    expect(noted.life.payment).toEqual({ ...paid.payment, success: note('Hi') })
    expect(noted.last).toEqual([{ type: 'tell' }])
    const again: ChargeEvent = {
      type: 'paid',
      learnt: { evidence: 'app', learntAt: at(1), success: note('No') },
    }
    expect(run(noted.life, [again, at(72)])).toMatchObject({ life: noted.life, last: [] })
    const answered = run(noted.life, [
      { type: 'proof_answered', proofDelivery: 'refused', success: note('No') },
      at(73),
    ])
    expect(answered.life.payment).toEqual({ ...noted.life.payment, proofDelivery: 'refused' })
    expect(answered.last).toEqual([{ type: 'tell' }])
    const first = run(paid, [
      { type: 'proof_answered', proofDelivery: undefined, success: note('Yes') },
      at(73),
    ])
    expect(first.life.payment?.success).toEqual(note('Yes'))
    expect(
      run(before, [{ type: 'proof_answered', proofDelivery: 'refused' }, at(70)]).life.payment,
    ).toBeUndefined()
  })

  it('or an end settles a charge', () => {
    for (const phase of PHASES)
      expect(isSettled(lifeIn(phase)), phase).toBe(phase === 'ended' || phase === 'unknown')
    expect(isSettled(run(before, [paidEvent, at(70)]).life)).toBe(true)
  })
})

describe('a payment that only this device has kept', () => {
  const kept = { evidence: 'app', at: at(-40), late: false, duplicateOf: 'aa', isKept: true } as const
  const keptIn = (phase: ChargePhase, askedAt?: Date): ChargeLife => ({
    ...lifeIn(phase, { askedAt }),
    payment: kept,
  })
  const asked = PHASES.filter((phase) => phase !== 'unknown')
  const withoutWake = (effects: readonly ChargeEffect[]) => effects.filter(({ type }) => type !== 'wake')

  it('is asked about when it is loaded, and when the person returns', () => {
    for (const type of ['loaded', 'returned'] as const)
      for (const phase of asked) {
        const { life, effects } = chargeStep(keptIn(phase), { type }, at(3_600))
        expect(life, phase).toEqual({ ...keptIn(phase), checks: { failures: 0, askedAt: at(3_600) } })
        expect(withoutWake(effects), phase).toEqual([ASK])
      }
  })

  it('is asked about once at a time, and not at all once the server does not know it', () => {
    const running = keptIn('payable', at(-9))
    expect(chargeStep(running, { type: 'returned' }, at(-8)).life).toBe(running)
    // A device that slept lost the request.
    expect(chargeStep(running, { type: 'returned' }, at(3_600)).effects).toContainEqual(ASK)
    const unknown = keptIn('unknown')
    for (const type of ['loaded', 'returned'] as const)
      expect(chargeStep(unknown, { type }, at(-9))).toEqual({ life: unknown, effects: [] })
  })

  it('without a URL cannot be asked about', () => {
    const blind = { ...shownIn('payable'), charge: chargeLike({ ...charge, watchUrl: undefined }) }
    const { life, effects } = chargeStep(newLife(blind, kept), { type: 'loaded' }, at(-9))
    expect(life).toEqual({ shown: { ...blind, phase: 'unknown' }, payment: kept, checks: { failures: 0 } })
    expect(typesOf(effects)).toEqual(['stop', 'tell'])
  })

  it('stays as it is if the server does not answer within a minute, until the person returns', () => {
    const running = keptIn('payable', at(-90))
    const wake = { type: 'wake', at: at(-30) }
    expect(chargeStep(running, { type: 'clock' }, at(-31))).toEqual({ life: running, effects: [wake] })
    for (const silent of [
      chargeStep(running, { type: 'failed' }, at(-89)),
      chargeStep(running, { type: 'clock' }, at(-30)),
    ]) {
      expect(silent).toEqual({ life: keptIn('payable'), effects: [{ type: 'stop' }] })
      expect(typesOf(chargeStep(silent.life, { type: 'returned' }, at(-7)).effects)).toContain('ask')
      expect(chargeStep(silent.life, { type: 'clock' }, at(3_600)).effects).toEqual([])
    }
  })

  it('with a preimage is proven, so nobody is asked about it', () => {
    const proven = { evidence: 'preimage', preimage: fixturePreimage, at: at(-40) } as const
    const life = newLife(shownIn('payable'), proven)
    expect(chargeStep(life, { type: 'loaded' }, at(-9))).toEqual({ life, effects: [] })
  })

  it('is confirmed by the report of the server, and is a duplicate of the same payment as before', () => {
    const learnt = { evidence: 'verify', learntAt: at(1), paidAt: at(-30) } as const
    const { life, effects } = chargeStep(keptIn('expired', at(1)), { type: 'paid', learnt }, at(2))
    expect(life).toEqual({
      ...lifeIn('expired'),
      payment: { evidence: 'verify', at: at(-30), late: false, duplicateOf: 'aa' },
    })
    expect(typesOf(effects)).toEqual(['stop', 'tell'])
    expect(isSettled(life)).toBe(true)
  })

  it.each<[ChargePhase, number, ChargePhase, string[]]>([
    ['payable', -9, 'payable', ['wake', 'tell']],
    ['payable', 9, 'expired', ['wake', 'tell']],
    ['expired', 9, 'expired', ['wake', 'tell']],
    ['payable', 90, 'ended', ['stop', 'tell', 'report_end']],
    ['ended', 90, 'ended', ['stop', 'tell', 'report_end']],
  ])('that the server does not know was none: %s, asked for %i seconds after the expiry', (...row) => {
    const [phase, seconds, next, types] = row
    const { life, effects } = chargeStep(keptIn(phase, at(seconds)), open, at(seconds))
    expect([life.shown.phase, life.payment]).toEqual([next, undefined])
    expect(typesOf(effects).filter((type) => type !== 'ask')).toEqual(types)
  })

  it('is kept if the server does not know the charge any more', () => {
    const { life, effects } = chargeStep(keptIn('payable', at(-9)), { type: 'disowned' }, at(-8))
    expect(life).toEqual(keptIn('unknown'))
    expect(typesOf(effects)).toEqual(['stop', 'tell'])
    expect([isSettled(keptIn('payable')), isSettled(life)]).toEqual([false, true])
  })

  it.each<ChargeEvent>([
    { type: 'retried' },
    { type: 'connection', isConnected: false },
    { type: 'wallet_asked' },
    { type: 'wallet_refused' },
    { type: 'wallet_unclear' },
    { type: 'proof_answered', proofDelivery: 'refused' },
  ])('is not changed by anything else: $type', (event) => {
    const life = keptIn('payable', at(-9))
    const after = chargeStep(life, event, at(3_600))
    expect(after.life).toBe(life)
    expect(withoutWake(after.effects)).toEqual([])
  })
})

describe('what the server says', () => {
  const now = at(5)
  const state = (fields: object) =>
    ({ kind: 'charge', status: 'paid', at: at(3).toISOString(), ...fields }) as WatchState

  it.each<[object, ChargeEvent | null]>([
    [{ status: 'open' }, { type: 'answered', hasExpired: false }],
    [{ status: 'expired' }, { type: 'answered', hasExpired: true }],
    [
      { status: 'open', server_time: at(4).toISOString() },
      { type: 'answered', hasExpired: false, sentAt: at(4) },
    ],
    [
      { status: 'open', server_time: 'soon' },
      { type: 'answered', hasExpired: false },
    ],
    [{ kind: 'ramp', status: 'completed' }, null],
    [{}, { type: 'paid', learnt: { evidence: 'app', learntAt: at(3) } }],
    [{ at: 'garbage' }, { type: 'paid', learnt: { evidence: 'app', learntAt: now } }],
    [
      { evidence: 'verify', paid_at: at(2).toISOString(), success: { tag: 'message', message: 'Hi' } },
      {
        type: 'paid',
        learnt: {
          evidence: 'verify',
          learntAt: at(3),
          paidAt: at(2),
          success: { tag: 'message', message: 'Hi' },
        },
      },
    ],
    [{ paid_at: 'garbage' }, { type: 'paid', learnt: { evidence: 'app', learntAt: at(3) } }],
    [{ evidence: 'preimage' }, null],
    [{ evidence: 'preimage', preimage: 'ff'.repeat(32) }, null],
    [
      { evidence: 'preimage', preimage: fixturePreimage },
      { type: 'paid', learnt: { evidence: 'preimage', preimage: fixturePreimage, learntAt: at(3) } },
    ],
    // Another party says that it was paid, and shows no proof of its own.
    [{ preimage: 'ff'.repeat(32) }, { type: 'paid', learnt: { evidence: 'app', learntAt: at(3) } }],
  ])('is read: %j', (fields, event) => {
    expect(eventOfState(state(fields), charge, now)).toEqual(event)
  })

  it('is a definite answer only if the server itself has no such charge', () => {
    const typeOf = (code: string, rest: object = {}) => eventOfError(new LeydenError(code, 'x', rest)).type
    expect(typeOf('NOT_FOUND')).toBe('disowned')
    expect(typeOf('BAD_RESPONSE', { field: 'watch_url' })).toBe('disowned')
    expect(typeOf('NOT_FOUND', { contentType: 'text/html' })).toBe('failed')
    expect(typeOf('NETWORK')).toBe('failed')
    expect(typeOf('BAD_RESPONSE', { field: 'data' })).toBe('failed')
  })
})

it('never ends without an answer that was asked for after the end, whatever happens', () => {
  const events: ChargeEvent[] = [
    { type: 'loaded' },
    { type: 'clock' },
    { type: 'returned' },
    { type: 'retried' },
    { type: 'failed' },
    open,
    { type: 'answered', hasExpired: true },
    { type: 'connection', isConnected: false },
    { type: 'connection', isConnected: true },
    { type: 'wallet_asked' },
    { type: 'wallet_unclear' },
    { type: 'wallet_refused' },
  ]
  const step = fc.record({
    event: fc.constantFrom(...events),
    seconds: fc.constantFrom(0, 1, 5, 59, 60, 400, 90_000),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      let life = newLife(shownIn('payable'))
      let now = at(-500).getTime()
      let askedAt = Number.NaN
      for (const { event, seconds } of [{ event: { type: 'loaded' } as ChargeEvent, seconds: 0 }, ...steps]) {
        now += seconds * 1_000
        const wasAskedAt = askedAt
        const next = chargeStep(life, event, new Date(now))
        if (typesOf(next.effects).includes('ask')) askedAt = now
        if (next.life.shown.phase === 'ended' && life.shown.phase !== 'ended')
          expect(event.type === 'answered' && wasAskedAt >= END).toBe(true)
        // Somebody looks again: a request is open, or the clock will be read.
        if (!isSettled(next.life)) expect(next.effects.some(({ type }) => type === 'wake')).toBe(true)
        life = next.life
      }
    }),
  )
})
