import { lazy, Suspense, useRef } from 'react'
import { AddressText } from '../../foundation/card/address-text.js'
import { Button, ButtonLink, TextButton } from '../../foundation/card/buttons.js'
import { Note, Spinner } from '../../foundation/card/parts.js'
import { useBrowserLayoutEffect } from '../../foundation/page/use-latest.js'
import { useLeydenContext } from '../../foundation/provider/leyden-context.js'
import type { FallbackLink } from '../flow/ramp-state.js'
import type { RampLinkProps } from '../use-ramp-widget.js'
import { useRampContext } from './ramp-screen.js'

/** The QR code is loaded on demand, because few people see it and it is as large as the rest of the widget. */
const QrCode = lazy(async () => ({ default: (await import('../../foundation/card/qr-code.js')).QrCode }))

/** A ready link, and a QR code of the same session for the phone. */
export function ReadyLink({ link }: { link: RampLinkProps }) {
  const { t } = useRampContext()
  return (
    <>
      <PhoneCode text={link.href} />
      <ButtonLink {...link}>{t('openInTab')}</ButtonLink>
      <p className="ly-small ly-muted">{t('rampScan')}</p>
    </>
  )
}

/** The shop's own page as a QR code for the phone, if this page cannot have a session either. */
export function RampPageCode() {
  const { t } = useRampContext()
  const { rampPage } = useLeydenContext()
  if (rampPage === undefined) return null
  const page = rampPage.replace(/^https?:\/\//, '')
  return (
    <>
      <PhoneCode text={rampPage} />
      <p className="ly-small ly-muted">{t('rampElsewhere', { page })}</p>
    </>
  )
}

function PhoneCode({ text }: { text: string }) {
  const { t } = useRampContext()
  return (
    <Suspense fallback={<div className="ly-box ly-qr ly-qr-place" />}>
      <QrCode text={text} name={t('rampQr')} />
    </Suspense>
  )
}

/**
 * The link that `press` requests, and follows as soon as it is ready. The browser allows a new tab for some seconds
 * after the press. After that the link gets the focus, and the person has to press it.
 */
function useFallbackLink() {
  const { ramp } = useRampContext()
  const link = ramp.view.getLinkProps()
  const isReady = link !== null
  const place = useRef<HTMLDivElement>(null)
  const isPressed = useRef(false)
  useBrowserLayoutEffect(() => {
    if (!isReady || !isPressed.current) return
    isPressed.current = false
    const anchor = place.current?.querySelector<HTMLElement>('a[target]')
    anchor?.focus({ preventScroll: true })
    if (navigator.userActivation?.isActive) anchor?.click()
  }, [isReady])
  const press = () => {
    isPressed.current = true
    ramp.actions.requestFallbackLink()
  }
  return { link, place, press }
}

interface FallbackProps {
  fallbackLink: FallbackLink | undefined
}

/** The fallback link in place of a frame that is proven not to work. */
export function FallbackForBlocked({ fallbackLink }: FallbackProps) {
  const { t } = useRampContext()
  const { link, place, press } = useFallbackLink()
  const hasFailed = fallbackLink?.status === 'failed'
  return (
    <div className="ly-body" ref={place}>
      {hasFailed && <Note tone="bad">{t('noLink')}</Note>}
      {link ? (
        <ReadyLink link={link} />
      ) : (
        <Button busy={fallbackLink?.status === 'creating'} onClick={press}>
          {t(hasFailed ? 'tryAgain' : 'openInTab')}
        </Button>
      )}
    </div>
  )
}

/** The fallback link beside a frame that may be working. It stays until the link is followed. */
export function FallbackBeside({ fallbackLink, text }: FallbackProps & { text: string }) {
  const { t } = useRampContext()
  const { link, place, press } = useFallbackLink()
  const isMaking = fallbackLink?.status === 'creating'
  return (
    <div className="ly-row ly-small ly-beside" ref={place}>
      <span className="ly-grow ly-muted">{fallbackLink?.status === 'failed' ? t('noLink') : text}</span>
      {link ? (
        <a {...link} className="ly-link">
          {t('openInTab')}
        </a>
      ) : (
        // One button for all states, so that it keeps the focus.
        <TextButton onClick={isMaking ? undefined : press} aria-busy={isMaking || undefined}>
          {isMaking && <Spinner />}
          <AddressText text={t(isMaking ? 'makingLink' : fallbackLink ? 'tryAgain' : 'openInTab')} />
        </TextButton>
      )}
    </div>
  )
}
