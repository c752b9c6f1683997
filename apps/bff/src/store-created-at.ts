import type { Log, Store } from '@leyden/bff'

const ID = 'store'
/** Retention keeps a row until its watch has ended. */
const NEVER = '9999-12-31T23:59:59.999Z'

/**
 * When the program started with this store for the first time, in ISO 8601. That start writes the time into the store. It
 * warns, because it knows no charges and sessions of earlier starts: the container may have no volume.
 */
export async function storeCreatedAt(store: Store, log: Log): Promise<string> {
  // A later start only reads, so that it succeeds while the disk is full.
  const known = await store.get(ID)
  if (known) return known.createdAt
  const createdAt = new Date().toISOString()
  const row = { kind: 'store', id: ID, createdAt, expiresAt: NEVER, watchUntil: NEVER } as const
  if ((await store.put(row)) === 'stored') {
    log.warn({ code: 'STORE_NEW' }, 'This start created the store, so nothing from before is known')
    return createdAt
  }
  // Another instance has started at the same time.
  return (await store.get(ID))?.createdAt ?? createdAt
}
