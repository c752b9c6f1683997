import type { EventVolume } from '../store/reduction.js'
import type { EventHead, NewEvent } from '../store/store.js'

const MB = 1_000_000
/** A purchase has about ten events. Those with a meaning have room left when a flood of others has ended. */
const MOST = {
  withoutMeaning: { events: 900, bytes: 7 * MB },
  withMeaning: { events: 1_000, bytes: 8 * MB },
}

export const NO_EVENTS: EventVolume = { events: 0, bytes: 0, kinds: [], isFlooded: false }

export function volumeWith(volume: EventVolume, { type, facts, bytes }: EventHead): EventVolume {
  const { kinds } = volume
  const isNewKind = facts.meaning !== undefined && !kinds.includes(type)
  return {
    events: volume.events + 1,
    bytes: volume.bytes + bytes,
    kinds: isNewKind ? [...kinds, type] : kinds,
    isFlooded: volume.isFlooded || facts.flood === 'begun',
  }
}

/**
 * Whether a session has room for one more event of the service. The first one of each kind with a meaning, and a signed
 * one, always have room, so that a flood cannot keep a purchase from being completed.
 */
export function hasRoom({ events, bytes, kinds }: EventVolume, { type, facts, body }: NewEvent): boolean {
  const isNewKind = facts.meaning !== undefined && !kinds.includes(type)
  if (isNewKind || facts.authenticity === 'signature') return true
  const most = facts.meaning === undefined ? MOST.withoutMeaning : MOST.withMeaning
  return events < most.events && bytes + (body?.byteLength ?? 0) <= most.bytes
}
