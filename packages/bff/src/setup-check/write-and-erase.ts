import type { Store } from '../store/store.js'
import { randomId } from '../tokens/random-id.js'

/** Writes an event without a subject durably, reads it, and erases it. @throws the error of the store. */
export async function writeAndErase(store: Store, at: Date): Promise<void> {
  const id = `check-${randomId()}`
  await store.append(id, { key: 'check', hash: 'check', type: 'check', at, facts: {}, deliver: false })
  const [event] = await store.read(id, 0)
  await store.erase(id)
  if (event?.type !== 'check') throw new Error('The store did not return the written event.')
}
