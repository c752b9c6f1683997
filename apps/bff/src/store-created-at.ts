import type { Log, Store } from '@leyden/bff'

const ID = 'store'
/** Retention keeps a row until its end. */
const NEVER_MS = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * When the program started with this store for the first time, in ISO 8601. That start writes the time into the store. It
 * warns, because it knows no charges and sessions of earlier starts: the container may have no volume.
 */
export async function storeCreatedAt(store: Store, log: Log): Promise<string> {
  // A later start only reads, so that it succeeds while the disk is full.
  const known = async () => (await store.get([ID])).rows[0]?.createdAtMs
  let createdAtMs = await known()
  if (createdAtMs === undefined) {
    const times = { untilMs: NEVER_MS, createdAtMs: Date.now() }
    const row = { id: ID, kind: 'store', keep: 'subjects', ...times, data: null } as const
    const { changed } = await store.commit({ expect: { [ID]: 0 }, put: [row] })
    if (changed === undefined)
      log.warn({ code: 'STORE_NEW' }, 'This start created the store, so nothing from before is known')
    // Another instance may have started at the same time.
    createdAtMs = (await known()) ?? times.createdAtMs
  }
  return new Date(createdAtMs).toISOString()
}
