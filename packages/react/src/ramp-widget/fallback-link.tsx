import { lazy, type RefObject, Suspense, useRef } from 'react'
import { Button, ButtonLink, Note, Spinner, TextButton } from '../card/parts.js'
import { useBrowserLayoutEffect } from '../provider/use-latest.js'
import type { FallbackLink } from '../ramp-flow/index.js'
import type { RampScreen } from './ramp-screen.js'
import type { RampLinkProps } from './use-ramp-widget.js'

/** Few people ever see it, and it is as large as all the rest. */
const QrCode = lazy(async () => ({ default: (await import('../card/qr-code.js')).QrCode }))

/** A ready link, and a QR code of the same session for the phone. */
export function ReadyLink({ link, t }: Pick<RampScreen, 't'> & { link: RampLinkProps }) {
  return (
    <>
      <Suspense fallback={<div className="ly-qr ly-qr-place" />}>
        <QrCode text={link.href} name={t('rampQr')} />
      </Suspense>
      <ButtonLink {...link}>{t('openInTab')}</ButtonLink>
      <p className="ly-quiet">{t('rampScan')}</p>
    </>
  )
}

/**
 * Follows the link that a press has asked for as soon as it is ready. The browser allows a new tab for some seconds after
 * the press; when they are over, the link has the focus and is to be pressed.
 *
 * @returns a function to call on the press.
 */
function useFollow(place: RefObject<HTMLElement | null>, isReady: boolean): () => void {
  const isPressed = useRef(false)
  useBrowserLayoutEffect(() => {
    if (!isReady || !isPressed.current) return
    isPressed.current = false
    const anchor = place.current?.querySelector<HTMLElement>('a[target]')
    anchor?.focus({ preventScroll: true })
    if (navigator.userActivation?.isActive) anchor?.click()
  }, [place, isReady])
  return () => {
    isPressed.current = true
  }
}

type FallbackProps = Pick<RampScreen, 'ramp' | 't'> & { fallbackLink: FallbackLink | undefined }

/** The fallback link where the frame is proven not to work. */
export function FallbackForBlocked({ ramp, t, fallbackLink }: FallbackProps) {
  const link = ramp.getLinkProps()
  const place = useRef<HTMLDivElement>(null)
  const follow = useFollow(place, link !== null)
  const hasFailed = fallbackLink?.status === 'failed'
  const press = () => {
    follow()
    ramp.actions.requestFallbackLink()
  }
  return (
    <div className="ly-body" ref={place}>
      {link ? (
        <ReadyLink link={link} t={t} />
      ) : (
        <>
          {hasFailed && <Note tone="bad">{t('noLink')}</Note>}
          <Button busy={fallbackLink?.status === 'creating'} onClick={press}>
            {t(hasFailed ? 'tryAgain' : 'openInTab')}
          </Button>
        </>
      )}
    </div>
  )
}

/** The fallback link beside a frame that may be working. It stays until the link is followed. */
export function FallbackBeside({ ramp, t, fallbackLink, text }: FallbackProps & { text: string }) {
  const link = ramp.getLinkProps()
  const isMaking = fallbackLink?.status === 'creating'
  const place = useRef<HTMLDivElement>(null)
  const follow = useFollow(place, link !== null)
  const press = () => {
    follow()
    ramp.actions.requestFallbackLink()
  }
  return (
    <div className="ly-row ly-small ly-beside" ref={place}>
      <span className="ly-grow ly-muted">{fallbackLink?.status === 'failed' ? t('noLink') : text}</span>
      {link ? (
        <a {...link} className="ly-link">
          {t('openInTab')}
        </a>
      ) : (
        // One button for all, so that it keeps the focus.
        <TextButton onClick={isMaking ? undefined : press} aria-busy={isMaking || undefined}>
          {isMaking && <Spinner />}
          {t(isMaking ? 'makingLink' : fallbackLink ? 'tryAgain' : 'openInTab')}
        </TextButton>
      )}
    </div>
  )
}
