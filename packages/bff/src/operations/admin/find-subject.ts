import { linkIn, sessionName } from '../../kernel/ramp/webhook-urls.js'
import type { Store } from '../../kernel/store/store.js'
import { readSubject } from '../../kernel/store/subject-rows.js'

/** Finds a charge or session by an id that people know: a payment hash, the service's id of a session, or ours. */
export async function findSubject(store: Pick<Store, 'get'>, id: string): ReturnType<typeof readSubject> {
  const name = sessionName(id)
  const { rows } = await store.get([name])
  const [called] = linkIn(rows[0]).to
  if (called === undefined) return readSubject(store, id.toLowerCase())
  const session = await readSubject(store, called)
  // The id of a session that was refused leads to the session of another buyer.
  return session?.kind === 'ramp' && sessionName(session.sessionId) === name ? session : null
}
