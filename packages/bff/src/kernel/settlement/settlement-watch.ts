import { isLeydenError, type Log } from '@leyden/core'
import { logWith, withDeadline } from '@leyden/core/internal'
import { closePart } from '../foundation/close-part.js'
import { errorName } from '../foundation/error-name.js'
import type { Consume } from '../limits/limits.js'
import type { ChargeSubject } from '../store/subject.js'
import type { Settlement, SettlementSource } from './settlement-source.js'

/** Settles open charges that the settlement source reports as paid. */
export type SettlementWatch = ReturnType<typeof createSettlementWatch>

interface SettlementWatchOptions {
  source: SettlementSource | undefined
  /** Whether this server detects payments to a recipient. */
  detectsPayments: (lnaddress: string) => boolean
  settle: (payment: Settlement) => Promise<unknown>
  consume: Consume
  log: Log
  now: () => Date
}

const LOOK_UP_TIMEOUT_MS = 5_000
/** After a reconnect: the timeout of each look-up, its attempts, and the number of look-ups at a time. */
const CATCH_UP_TIMEOUT_MS = 800
const CATCH_UP_ATTEMPTS = 4
const MAX_CATCH_UP = 4
/** A source that does not answer must not stop the outbox from delivering events. */
const MAX_LOOK_UPS = 8
/** Bounds the memory; beyond that, only regular polling finds missed payments. */
const MOST_REMEMBERED = 10_000

/** Whose checks at a host or at the settlement source count together: strangers cannot use up those of signed orders. */
export function budgetAt(place: string, { intent }: Pick<ChargeSubject, 'intent'>): string {
  return intent ? `intents at ${place}` : place
}

export function createSettlementWatch(options: SettlementWatchOptions) {
  const { source, detectsPayments, consume, log, now } = options
  /** Charges that were open when they were created or last checked, oldest first. */
  const open = new Map<string, ChargeSubject>()
  let stopListening: (() => void | Promise<void>) | undefined
  let pendingLookUps = 0
  let catchingUp: Promise<void> | undefined
  /** Whether the source has connected since the last look-ups began. */
  let isStale = false

  async function settle(payment: Settlement): Promise<void> {
    try {
      await options.settle(payment)
    } catch (error) {
      // The clocks of a node and of this server may differ by more than the tolerance for a payment's time.
      if (isLeydenError(error) && error.field === 'paid_at')
        return settle({ paymentHash: payment.paymentHash, preimage: payment.preimage })
      // Wallets and nodes receive other payments as well.
      if (isLeydenError(error) && error.code === 'NOT_FOUND') return
      throw error
    }
    open.delete(payment.paymentHash.toLowerCase())
  }

  /** Looks up one charge: whether it is paid, or undefined if that is unknown. */
  async function lookUpPayment(charge: ChargeSubject, timeoutMs: number): Promise<boolean | undefined> {
    if (!source?.lookUp || !stopListening) return undefined
    try {
      await consume('verifiesPerMinute', budgetAt('settlement', charge))
      const payment = await withDeadline(
        timeoutMs,
        undefined,
        async (signal) => source.lookUp?.(charge.id, { signal }) ?? null,
      )
      if (!payment) return false
      await settle({ ...payment, paymentHash: charge.id })
      return true
    } catch (error) {
      log.info(
        { code: 'SETTLEMENT_LOOK_UP_UNANSWERED', charge: charge.id, reason: errorName(error) },
        'The settlement source did not answer a look-up',
      )
      return undefined
    }
  }

  /** Looks up every remembered charge, the newest first, because a payer may be waiting for it. */
  async function catchUp(): Promise<void> {
    while (isStale) {
      isStale = false
      const waiting = [...open.values()].reverse()
      const worker = async () => {
        for (let charge = waiting.shift(); charge; charge = waiting.shift())
          // If the source does not respond, leave the rest to regular polling.
          if (!(await lookUpRepeatedly(charge))) waiting.length = 0
      }
      await Promise.all(Array.from({ length: MAX_CATCH_UP }, worker))
    }
  }

  /** Retries soon, because the wallet may not be back yet. A late reply to an earlier request counts as well. */
  async function lookUpRepeatedly(charge: ChargeSubject): Promise<boolean> {
    for (let attempt = 0; attempt < CATCH_UP_ATTEMPTS; attempt++) {
      const answer = lookUpPayment(charge, LOOK_UP_TIMEOUT_MS)
      const soon = new Promise<undefined>((resolve) => setTimeout(resolve, CATCH_UP_TIMEOUT_MS))
      if ((await Promise.race([answer, soon])) !== undefined) return true
    }
    return false
  }

  function connected(): void {
    isStale = true
    catchingUp ??= catchUp().finally(() => {
      catchingUp = undefined
    })
  }

  /** Looks a charge up after each reconnect of the source, until the charge ends. */
  function remember(charge: ChargeSubject): void {
    if (!follows(charge)) return
    open.delete(charge.id)
    open.set(charge.id, charge)
    const nowMs = now().getTime()
    for (const [id, { watchUntil }] of open) {
      if (open.size <= MOST_REMEMBERED && Date.parse(watchUntil) > nowMs) break
      open.delete(id)
    }
  }

  /** Whether open charges of this recipient can be looked up. */
  function follows({ lnaddress }: Pick<ChargeSubject, 'lnaddress'>): boolean {
    return source?.lookUp !== undefined && detectsPayments(lnaddress)
  }

  return {
    follows,
    remember,
    /** Looks up one open charge, and settles it if it is paid. @returns whether it is. */
    async lookUp(charge: ChargeSubject): Promise<boolean> {
      remember(charge)
      if (pendingLookUps >= MAX_LOOK_UPS) return false
      pendingLookUps++
      try {
        return (await lookUpPayment(charge, LOOK_UP_TIMEOUT_MS)) ?? false
      } finally {
        pendingLookUps--
      }
    },
    start(): void {
      stopListening ??= source?.listen({
        paid: (payment) =>
          void settle(payment).catch((error) =>
            log.error(
              { code: 'PAYMENT_NOT_SETTLED', charge: payment.paymentHash, reason: errorName(error) },
              'A payment that the settlement source reported could not be settled',
            ),
          ),
        connected,
        // A source in plain JavaScript may write a line without a code.
        log: logWith(log, { code: 'SETTLEMENT_SOURCE_MESSAGE' }),
      })
    },
    async stop(): Promise<void> {
      const stop = stopListening
      stopListening = undefined
      if (stop) await closePart('settlement', stop, log)
      await catchingUp
    },
  }
}
