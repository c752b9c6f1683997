import type { Client } from '@leyden/core'
import { callAll } from '@leyden/core/internal'
import { watchUntilStopped } from '../../foundation/flow/watch-until-stopped.js'
import { onReturn } from '../../foundation/page/on-return.js'
import {
  type ChargeEffect,
  type ChargeEvent,
  type ChargeLife,
  chargeStep,
  eventOfError,
  eventOfState,
  isSettled,
} from './charge-machine.js'
import { onOpenChargeGone } from './open-charges.js'

/** What the ledger has to report of a charge. */
export type ChargeReport = Exclude<ChargeEffect['type'], 'stop' | 'ask' | 'wake'>

/** The longest time between two looks at the clock, in milliseconds: a reply may correct it, or somebody may set it. */
const LONGEST_SLEEP_MS = 60_000

/**
 * Drives the machine of one charge: passes it what the server, the clock and the page report, and does what it says.
 * The first event has to be `loaded`; until then nothing is asked.
 *
 * @returns a function that passes an event
 */
export function driveCharge(
  client: Client,
  initial: ChargeLife,
  {
    duplicateOf,
    onStep,
  }: {
    /** The earlier payment that a payment of this charge would duplicate. */
    duplicateOf: () => string | undefined
    /** Gets the life of the charge after each event, and what to report of it. */
    onStep: (life: ChargeLife, reports: readonly ChargeReport[]) => void
  },
): (event: ChargeEvent) => void {
  const { clock } = client
  let life = initial
  let stopAsking = () => {}
  let alarm: ReturnType<typeof setTimeout> | undefined

  const send = (sent: ChargeEvent) => {
    const event =
      sent.type === 'paid' ? { ...sent, learnt: { ...sent.learnt, duplicateOf: duplicateOf() } } : sent
    const step = chargeStep(life, event, clock.now())
    life = step.life
    const reports = step.effects.flatMap((effect) => perform(effect) ?? [])
    if (isSettled(life)) stopListening()
    onStep(life, reports)
  }

  const perform = (effect: ChargeEffect): ChargeReport | null => {
    switch (effect.type) {
      case 'stop':
        stopAsking()
        clearTimeout(alarm)
        return null
      case 'ask':
        stopAsking()
        stopAsking = ask(effect.watchUrl)
        return null
      case 'wake':
        clearTimeout(alarm)
        alarm = setTimeout(look, Math.min(effect.at.getTime() - clock.now().getTime(), LONGEST_SLEEP_MS))
        return null
      default:
        return effect.type
    }
  }

  const ask = (watchUrl: string): (() => void) => {
    const { charge } = life.shown
    const watch = watchUntilStopped(client, watchUrl, {
      onState(state) {
        const event = eventOfState(state, charge, clock.now())
        if (event) send(event)
      },
      onError: (error) => send(eventOfError(error)),
      onConnection: (isConnected) => send({ type: 'connection', isConnected }),
    })
    // Another tab has seen the end of the charge.
    const unsubscribe = onOpenChargeGone(charge.id, watch.refresh)
    return callAll([watch.stop, unsubscribe])
  }

  const look = () => send({ type: 'clock' })

  // Timers stop while a device sleeps.
  const stopListening = onReturn(() => send({ type: 'returned' }))
  return send
}
