import { lazy, Suspense } from 'react'
import { Button, ButtonLink, Note, Spinner, TextButton } from '../card/parts.js'
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

type FallbackProps = Pick<RampScreen, 'ramp' | 't'> & { fallbackLink: FallbackLink | undefined }

/** The fallback link where the frame is proven not to work. */
export function FallbackForBlocked({ ramp, t, fallbackLink }: FallbackProps) {
  const link = ramp.getLinkProps()
  if (link) return <ReadyLink link={link} t={t} />
  const hasFailed = fallbackLink?.status === 'failed'
  return (
    <>
      {hasFailed && <Note tone="bad">{t('noLink')}</Note>}
      <Button busy={fallbackLink?.status === 'creating'} onClick={ramp.actions.requestFallbackLink}>
        {t(hasFailed ? 'tryAgain' : 'openInTab')}
      </Button>
    </>
  )
}

/** The fallback link beside a frame that may be working. It stays until the link is followed. */
export function FallbackBeside({ ramp, t, fallbackLink, text }: FallbackProps & { text: string }) {
  const link = ramp.getLinkProps()
  const isMaking = fallbackLink?.status === 'creating'
  return (
    <div className="ly-row ly-small ly-beside">
      <span className="ly-grow ly-muted">{fallbackLink?.status === 'failed' ? t('noLink') : text}</span>
      {isMaking && (
        <>
          <Spinner />
          <span className="ly-muted">{t('makingLink')}</span>
        </>
      )}
      {link && (
        <a {...link} className="ly-link">
          {t('openInTab')}
        </a>
      )}
      {!link && !isMaking && (
        <TextButton onClick={ramp.actions.requestFallbackLink}>
          {t(fallbackLink ? 'tryAgain' : 'openInTab')}
        </TextButton>
      )}
    </div>
  )
}
