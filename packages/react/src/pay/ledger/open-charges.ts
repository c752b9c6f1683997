import { fieldsOf, tryOrUndefined } from '@leyden/core/internal'
import { readJson, shelfIn, storedKeys } from '../../foundation/page/json-storage.js'
import { listen, shareListener } from '../../foundation/page/listen.js'
import type { ShownCharge } from '../flow/pay-state.js'
import { OPEN_CHARGE_PREFIX } from '../stored-charges.js'
import { digestOf } from './digest.js'
import { date, optional, readStoredCharge, text } from './stored-charge.js'

/**
 * The open charges of this device, one entry each, so that a closed tab does not lose an invoice that can still be paid.
 * An entry belongs to one order at one BFF, and to the person who was signed in; it has neither the note nor payer data.
 */

/** The charges of one order at one BFF. */
export interface OrderOfBff {
  /** The base URL of the BFF, as the page writes it. */
  baseUrl: string
  /** The name of the order. It is stored as a digest, because it may contain a reference. */
  name: string
}

/** An open charge that a tab of this device has shown. */
export interface OpenCharge {
  shown: ShownCharge
  paymentGroup: string
  /** The `subject` of the person who was signed in; undefined for nobody. */
  subject?: string | undefined
}

const shelf = shelfIn('browser', 1)

/**
 * How long an entry is kept after the end of its watch, in milliseconds. A page that has just loaded does not know the
 * server's clock yet, and for this time the BFF still says whether the charge was paid.
 */
const ENTRY_LIFE_MS = 86_400_000

const keys = () => storedKeys('browser', OPEN_CHARGE_PREFIX)

/** Reads an entry of any version: a tab with another version of this code may still need it, or have left it. */
const readAny = (key: string) => fieldsOf(readJson('browser', key))

/** Pages of one site may write the URL of one BFF differently. @throws TypeError if it is no URL */
const absoluteUrl = (baseUrl: string): string => new URL(baseUrl, location.href).href

const orderKey = ({ baseUrl, name }: OrderOfBff) => OPEN_CHARGE_PREFIX + digestOf(absoluteUrl(baseUrl), name)

/** Stores an open charge. */
export function keepOpenCharge(order: OrderOfBff, { shown, paymentGroup, subject }: OpenCharge): void {
  const { charge, recipient } = shown
  const { address, minSats, maxSats, commentAllowed, description } = recipient
  const key = tryOrUndefined(() => [orderKey(order), subject, charge.id].join(':'))
  if (key === undefined) return
  shelf.write(key, {
    bff: absoluteUrl(order.baseUrl),
    subject,
    paymentGroup,
    recipient: { address, minSats, maxSats, commentAllowed, description },
    charge: { ...charge, note: undefined },
  })
}

/** The stored charges of an order, whoever was signed in, the newest first. */
export function findOpenCharges(order: OrderOfBff): OpenCharge[] {
  const prefix = tryOrUndefined(() => `${orderKey(order)}:`)
  if (prefix === undefined) return []
  return keys()
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => tryOrUndefined(() => read(key)) ?? [])
    .sort((one, other) => other.shown.charge.createdAt.getTime() - one.shown.charge.createdAt.getTime())
}

/** Deletes a charge that is over. Other tabs hear of it by {@link onOpenChargeGone}. */
export function forgetOpenCharge(id: string): void {
  for (const key of keys()) if (key.endsWith(`:${id}`)) shelf.write(key, undefined)
}

/** Deletes the charges of all BFFs whose watch ended more than a day ago, and damaged entries. */
export function sweepOpenCharges(nowMs: number): void {
  for (const key of keys()) {
    const ends = tryOrUndefined(() => date(fieldsOf(readAny(key).charge).watchUntil))
    if (ends === undefined || ends.getTime() + ENTRY_LIFE_MS < nowMs) shelf.write(key, undefined)
  }
}

/** Deletes what signed-in people have left at a BFF. */
export function forgetOpenChargesOfUsers(baseUrl: string): void {
  for (const key of keys()) {
    const { bff, subject } = readAny(key)
    if (subject !== undefined && bff === tryOrUndefined(() => absoluteUrl(baseUrl)))
      shelf.write(key, undefined)
  }
}

const onStorage = shareListener<[StorageEvent]>((notify) => listen(window, { storage: notify }))

/** Called when another tab deletes the entry of a charge, because the charge is over there. @returns a function that unsubscribes */
export function onOpenChargeGone(id: string, listener: () => void): () => void {
  return onStorage(({ key, newValue }) => {
    if (key?.startsWith(OPEN_CHARGE_PREFIX) && key.endsWith(`:${id}`) && newValue === null) listener()
  })
}

/** @throws LeydenError if the charge does not pass the check; any error if the entry is damaged */
function read(key: string): OpenCharge {
  const fields = shelf.read(key)
  return {
    shown: { ...readStoredCharge(fields), phase: 'payable' },
    paymentGroup: text(fields.paymentGroup),
    subject: optional(fields.subject, text),
  }
}
