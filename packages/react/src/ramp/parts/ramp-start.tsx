import type { LeydenError } from '@leyden/core'
import type { ReactNode } from 'react'
import { Button } from '../../foundation/card/buttons.js'
import type { Tone } from '../../foundation/card/card.js'
import { Note, Title } from '../../foundation/card/parts.js'
import { asksReload } from '../../foundation/later/file-not-loaded.js'
import type { RampStartMessageKey } from '../../foundation/messages/ramp-start-english.js'
import type { Translate } from '../../foundation/messages/use-messages.js'
import { useOnline } from '../../foundation/page/page-signals.js'
import type { RampFlowStatus } from '../flow/ramp-state.js'

type RampStartTranslate = Translate<RampStartMessageKey>

interface RampHeadProps {
  t: RampStartTranslate
  /** The origin of the ramp's page. */
  origin: string | undefined
  /** Whether the focus moves to this title when a view appears, and not to the first text of the view. */
  leads?: boolean | undefined
  /** What is before the title: the way out. */
  before?: ReactNode
  /** The badge of test mode. */
  children?: ReactNode
}

/** The title with the name of the ramp. */
export function RampTitle({ t, origin, leads, before, children }: RampHeadProps) {
  return (
    <div className="ly-row ly-head">
      {before}
      <div className="ly-grow">
        <Title leads={leads}>{t('rampTitle')}</Title>
        {origin && (
          <div className="ly-small ly-muted">
            <bdi translate="no">{origin.replace(/^\w+:\/\//, '')}</bdi>
          </div>
        )}
      </div>
      {children}
    </div>
  )
}

interface RampOfferProps {
  t: RampStartTranslate
  onStart: () => void
  busy?: boolean | undefined
  /** Why the next part could not be loaded. */
  error?: LeydenError | null | undefined
}

/** The offer and its button. */
export function RampStart({ t, onStart, busy = false, error = null }: RampOfferProps) {
  const isOnline = useOnline()
  return (
    <>
      {error ? (
        <Note tone="bad" title={t(isOnline ? 'noConnection' : 'rampOffline')}>
          {asksReload(error, isOnline) && t('reloadPage')}
        </Note>
      ) : (
        <p className="ly-muted">{t('rampIdle')}</p>
      )}
      <Button busy={busy} onClick={onStart}>
        {t(error ? 'tryAgain' : 'rampContinue')}
      </Button>
    </>
  )
}

/** The colours of the card, for states with other than the usual ones. */
export const rampTones: Readonly<Partial<Record<RampFlowStatus, Tone>>> = {
  completed: 'ok',
  failed: 'bad',
  blocked: 'warn',
  expired: 'warn',
  needs_review: 'warn',
  unconfirmed: 'warn',
}
