import type { SuccessNote } from '@leyden/core'
import { Fact, Note } from '../card/parts.js'

/**
 * The recipient's message after a payment (LUD-09, LUD-10), as text and under their name, so that nobody takes it for
 * ours. A link to another domain than the recipient's is marked, by signs that every language has.
 */
export function SuccessFact({ note, domain }: { note: SuccessNote; domain: string }) {
  const link = note.tag === 'url' ? httpsUrl(note.url) : null
  return (
    <>
      <Fact name={domain}>{wordsOf(note, link)}</Fact>
      {link && 'foreign' in note && note.foreign && (
        <dd className="ly-fact-note">
          <Note tone="warn">
            {link.hostname} ≠ {domain}
          </Note>
        </dd>
      )}
    </>
  )
}

function wordsOf(note: SuccessNote, link: URL | null) {
  switch (note.tag) {
    case 'message':
      return note.message
    case 'secret':
      return `${note.description}: ${note.text}`
    case 'url':
      return link ? (
        <a className="ly-link" href={link.href} target="_blank" rel="noopener noreferrer">
          {note.description || link.hostname}
        </a>
      ) : (
        note.description
      )
    default:
      return note satisfies never
  }
}

function httpsUrl(text: string): URL | null {
  try {
    const url = new URL(text)
    return url.protocol === 'https:' ? url : null
  } catch {
    return null
  }
}
