import type { SuccessNote } from '@leyden/core'
import { Fact, Note } from '../card/parts.js'

/**
 * The recipient's own words after a payment (LUD-09, LUD-10), as text and under their name: nobody is to take them
 * for ours. A link that leads elsewhere than the payment went says so, in signs that every language has.
 */
export function SuccessFact({ note, domain }: { note: SuccessNote; domain: string }) {
  return <Fact name={domain}>{wordsOf(note, domain)}</Fact>
}

function wordsOf(note: SuccessNote, domain: string) {
  switch (note.tag) {
    case 'message':
      return note.message
    case 'secret':
      return `${note.description}: ${note.text}`
    case 'url': {
      const url = URL.canParse(note.url) ? new URL(note.url) : null
      if (url?.protocol !== 'https:') return note.description
      return (
        <>
          <a className="leyden-link" href={url.href} target="_blank" rel="noopener noreferrer">
            {note.description || url.hostname}
          </a>
          {note.foreign && (
            <Note tone="warn">
              {url.hostname} ≠ {domain}
            </Note>
          )}
        </>
      )
    }
    default:
      return note satisfies never
  }
}
