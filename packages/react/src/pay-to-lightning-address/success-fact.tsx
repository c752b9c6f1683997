import type { SuccessNote } from '@leyden/core'
import { useId } from 'react'
import { Fact, Note } from '../card/parts.js'
import type { ViewProps } from './pay-context.js'

/**
 * The recipient's message after a payment (LUD-09, LUD-10), as text and under their name, so that nobody takes it for
 * ours. A warning beside a link to another host than the recipient's says where it leads.
 */
export function SuccessFact({ note, domain, t }: { note: SuccessNote; domain: string; t: ViewProps['t'] }) {
  const warning = useId()
  const link = note.tag === 'url' ? httpsUrl(note.url) : null
  const isForeign = link !== null && note.tag === 'url' && note.foreign
  return (
    <>
      <Fact name={domain}>{wordsOf(note, link, isForeign ? warning : undefined)}</Fact>
      {isForeign && (
        <dd id={warning} className="ly-fact-note">
          <Note tone="warn">{t('linkElsewhere', { host: link.hostname, domain })}</Note>
        </dd>
      )}
    </>
  )
}

function wordsOf(note: SuccessNote, link: URL | null, warning: string | undefined) {
  switch (note.tag) {
    case 'message':
      return note.message
    case 'secret':
      return `${note.description}: ${note.text}`
    case 'url':
      return link ? (
        <a
          className="ly-link"
          href={link.href}
          target="_blank"
          rel="noopener noreferrer"
          aria-describedby={warning}
        >
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
