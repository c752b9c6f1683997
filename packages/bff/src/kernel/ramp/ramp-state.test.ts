import type { RampStatus, WatchState } from '@leyden/core'
import { applyReport, type KnownSession } from '@leyden/core/status'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  completed,
  isRampEvent,
  type OpenedSession,
  older,
  openRampShop,
} from '../../test-support/ramp-shop.js'
import { printFigure, soakSize } from '../../test-support/soak.js'

const RUNS = soakSize(40, 10_000)

const BODIES = [
  completed('evt_1', { amount: '1', currency: 'BTC' }),
  completed('evt_2', { amount: '2', currency: 'BTC' }),
  older('PAYMENT.INITIATED'),
  older('PAYMENT.SETTLED'),
  older('PAYMENT.FAILED'),
  older('WITHDRAWAL.FAILED'),
  older('WITHDRAWAL.SUCCEEDED', { amount: '3', currency: 'BTC' }),
  older('KYC.REJECTED'),
  older('KYC.APPROVED'),
  older('SESSION.CLOSED'),
  { ...completed('evt_3'), type: 'ramp.unheard.of' },
]
/** The same id with other content. */
const CONTRADICTIONS = [
  completed('evt_1', { amount: '999', currency: 'BTC' }),
  { ...completed('evt_3', { x: 1 }), type: 'ramp.unheard.of' },
]

/** The status on a page that was always open and has seen some of the states, including the last. */
function pageAfter({ mode }: OpenedSession, states: readonly WatchState[]): RampStatus {
  const page: KnownSession = { known: 'created', mode }
  for (const state of states) if (state.kind === 'ramp') Object.assign(page, applyReport(page, state))
  return page.known
}

async function endOf(bodies: readonly object[], chance: () => boolean = () => false) {
  const shop = openRampShop({ limits: { rates: { webhooksPerMinute: Number.POSITIVE_INFINITY } } })
  const session = await shop.open()
  await shop.open({ email: 'mallory@example.com' })
  const mallorysUrl = shop.webhookUrl()
  const states: WatchState[] = []
  for (const body of bodies) {
    // Another session has had an event with the same id and other content.
    if (chance()) await shop.hook({ ...body, data: { amount: 'poisoned' } }, mallorysUrl)
    await shop.hook(body)
    if (chance()) states.push(await shop.state(session))
  }
  await shop.bff.tick()
  const last = await shop.state(session)
  const { at: _, ...state } = last
  // The reference of a guest's session is its own id.
  const stable = JSON.parse(JSON.stringify(state).replaceAll(/[0-9a-f]{32}/g, 'its id'))
  return {
    state: stable,
    page: pageAfter(session, [...states, last]),
    effects: shop.events
      .filter(isRampEvent)
      .filter(({ data }) => data.session_id === session.session_id)
      .map(({ type, data }) => JSON.stringify([type, data.service.data]))
      .sort(),
  }
}

describe('the state of a ramp session', () => {
  it.each([
    [['SESSION.CLOSED'], 'cancelled'],
    [['SESSION.CLOSED', 'PAYMENT.INITIATED'], 'processing'],
    [['PAYMENT.SETTLED'], 'processing'],
    [['PAYMENT.SETTLED', 'WITHDRAWAL.FAILED'], 'failed'],
    [['PAYMENT.FAILED', 'WITHDRAWAL.SUCCEEDED'], 'completed'],
    [['KYC.APPROVED'], 'created'],
  ])('after %j is %s', async (kinds, status) => {
    expect((await endOf(kinds.map((kind) => older(kind)))).state.status).toBe(status)
  })

  it('needs a review if two events with one id differ, whatever else is known', async () => {
    const [body, contradiction] = [BODIES[0] ?? {}, CONTRADICTIONS[0] ?? {}]
    expect((await endOf([body, contradiction])).state).toEqual({ kind: 'ramp', status: 'needs_review' })
    expect((await endOf([contradiction, body])).state).toEqual({ kind: 'ramp', status: 'needs_review' })
  })

  it('is the same in every order, with repetitions and forged ids, for every page, and each event has one effect', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .record({
            bodies: fc.uniqueArray(fc.constantFrom(...BODIES), { minLength: 1, maxLength: 6 }),
            contradictions: fc.oneof(
              { weight: 9, arbitrary: fc.constant([]) },
              { weight: 1, arbitrary: fc.subarray(CONTRADICTIONS, { minLength: 1 }) },
            ),
          })
          .chain(({ bodies, contradictions }) => {
            const once = [...bodies, ...contradictions]
            const times = fc.array(fc.integer({ min: 1, max: 5 }), {
              minLength: once.length,
              maxLength: once.length,
            })
            return times.chain((counts) => {
              const all = once.flatMap((body, index) => Array<object>(counts[index] ?? 1).fill(body))
              const order = fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length })
              return fc.record({ once: fc.constant(once), order, dice: fc.infiniteStream(fc.boolean()) })
            })
          }),
        async ({ once, order, dice }) => {
          const end = await endOf(order, () => dice.next().value)
          expect(end).toEqual(await endOf(once))
          expect(end.page).toBe(end.state.status)
        },
      ),
      { numRuns: RUNS },
    )
    printFigure('permutations of webhooks', `${RUNS} cases, one result each`, 'one result each')
  })

  it('does not depend on the events of another session', async () => {
    const shop = openRampShop()
    const victim = await shop.open({ email: 'victim@example.com' })
    const victimsUrl = shop.webhookUrl()
    await shop.open({ email: 'mallory@example.com' })
    const malloryUrl = shop.webhookUrl()
    await shop.hook(completed('evt_1', { amount: 'poisoned' }), malloryUrl)
    await shop.hook(completed('evt_1', { amount: '12', currency: 'BTC' }), victimsUrl)
    expect(await shop.state(victim)).toMatchObject({
      status: 'completed',
      details: { amount: '12', currency: 'BTC' },
    })
  })
})
