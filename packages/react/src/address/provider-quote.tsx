import { cleanProviderMessage } from '@leyden/core/internal'
import type { PayTranslate } from '../foundation/messages/use-messages.js'
import type { ProviderWords } from './recipient.js'

/**
 * The words of a recipient's server, below our own sentence: quoted as plain text that cannot change the direction of
 * ours, with the host that said them. They stand in no title and no live region, where they could pose as ours.
 */
export function ProviderQuote({ words, t }: { words: ProviderWords | undefined; t: PayTranslate }) {
  const text = cleanProviderMessage(words?.text)
  if (!words || text === undefined) return null
  return (
    <span className="ly-quote ly-small ly-muted">
      {t('hostSays', { host: words.host })}{' '}
      <q>
        <bdi>{text}</bdi>
      </q>
    </span>
  )
}
