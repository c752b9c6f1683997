import type { SuccessNote } from '@leyden/core'
import { decryptSuccessAction } from '@leyden/lightning/pay-request'
import type { ChargeSubject } from '../store/subject.js'

/** What a page may show of a success action, or null: an encrypted one needs the preimage (LUD-10). */
export async function successNote(
  action: ChargeSubject['successAction'],
  preimage: string | undefined,
): Promise<SuccessNote | null> {
  switch (action?.tag) {
    case undefined:
      return null
    case 'message':
      return { tag: 'message', message: action.message }
    case 'url': {
      const { description, url, callbackHost } = action
      return { tag: 'url', description, url, foreign: new URL(url).hostname !== callbackHost }
    }
    case 'aes': {
      const text = preimage === undefined ? null : await decryptSuccessAction(action, preimage)
      return text === null ? null : { tag: 'secret', description: action.description, text }
    }
    default:
      return action satisfies never
  }
}
