import type { LeydenError } from '@leyden/core'
import { numberFormatter } from '@leyden/core/internal'
import type { ReactNode } from 'react'
import { Button } from '../../foundation/card/buttons.js'
import type { Tone } from '../../foundation/card/card.js'
import { Note, Title } from '../../foundation/card/parts.js'
import type { RampStartMessageKey } from '../../foundation/messages/ramp-start-english.js'
import type { Translate } from '../../foundation/messages/use-messages.js'
import { asksReload } from '../../foundation/page/file-not-loaded.js'
import { useOnline } from '../../foundation/provider/page-signals.js'
import type { RampFlowStatus } from '../flow/ramp-state.js'

type RampStartTranslate = Translate<RampStartMessageKey>

interface RampHeadProps {
  t: RampStartTranslate
  /** The currency to pay with, ISO 4217. */
  quoteCurrency: string | undefined
  /** The origin of the provider's page. */
  origin: string | undefined
  /** Whether the focus moves to this title when a view appears, and not to the first text of the view. */
  leads?: boolean | undefined
  children?: ReactNode
}

/** The title with the currency and the provider. */
export function RampTitle({ t, quoteCurrency, origin, leads, children }: RampHeadProps) {
  const currency = quoteCurrency && t('rampWith', { currency: currencyName(quoteCurrency, t.locale) })
  return (
    <div className="ly-row ly-head">
      <div className="ly-grow">
        <Title leads={leads}>{t('rampTitle')}</Title>
        {(currency || origin) && (
          <div className="ly-small ly-muted ly-clipped">
            <div className="ly-dotted">
              {currency && <span>{currency}</span>}
              {origin && (
                <span>
                  {currency && <span className="ly-dot"> · </span>}
                  <bdi translate="no">{origin.replace(/^\w+:\/\//, '')}</bdi>
                </span>
              )}
            </div>
          </div>
        )}
      </div>
      {children}
    </div>
  )
}

/** A currency's name in the plural, `US dollars`; or its code if the browser does not know it. */
function currencyName(code: string, locale: string): string {
  try {
    const format = numberFormatter(locale, { style: 'currency', currency: code, currencyDisplay: 'name' })
    return format.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? code
  } catch {
    return code
  }
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
        <p className="ly-muted">
          {t('rampIdle')} {t('rampAtHand')}
        </p>
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
