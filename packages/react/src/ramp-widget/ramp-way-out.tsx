import { lazy, Suspense } from 'react'
import { Button, ButtonLink, Note, Spinner, TextButton } from '../card/parts.js'
import type { WayOut } from '../ramp-flow/index.js'
import type { Say } from './ramp-words.js'
import type { RampLinkProps, RampWidgetHandle } from './use-ramp-widget.js'

/** Few people ever see it, and it is as large as all the rest. */
const QrCode = lazy(async () => ({ default: (await import('../card/qr-code.js')).QrCode }))

interface WayOutProps {
  ramp: RampWidgetHandle
  say: Say
}

/** A ready link, and a QR code of the same session for the phone. */
export function ReadyLink({ link, say }: { link: RampLinkProps; say: Say }) {
  return (
    <>
      <Suspense fallback={<div className="leyden-qr leyden-qr-place" />}>
        <QrCode text={link.href} name={say('rampQr')} />
      </Suspense>
      <ButtonLink {...link}>{say('openInTab')}</ButtonLink>
      <p className="leyden-quiet">{say('rampScan')}</p>
    </>
  )
}

/** The way out of a frame that is proven not to work. */
export function WayOutOfBlock({ ramp, say, wayOut }: WayOutProps & { wayOut: WayOut | undefined }) {
  const link = ramp.getLinkProps()
  if (link) return <ReadyLink link={link} say={say} />
  return (
    <>
      {wayOut?.status === 'failed' && <Note tone="bad">{say('noLink')}</Note>}
      <Button busy={wayOut?.status === 'creating'} onClick={ramp.askWayOut}>
        {say(wayOut?.status === 'failed' ? 'tryAgain' : 'openInTab')}
      </Button>
    </>
  )
}

/** The way out beside a frame that may be working: it stays until the link is followed. */
export function WayOutBeside({
  ramp,
  say,
  wayOut,
  text,
}: WayOutProps & { wayOut: WayOut | undefined; text: string }) {
  const link = ramp.getLinkProps()
  const isMaking = wayOut?.status === 'creating'
  return (
    <div className="leyden-row leyden-small leyden-beside">
      <span className="leyden-grow leyden-muted">{wayOut?.status === 'failed' ? say('noLink') : text}</span>
      {isMaking && (
        <>
          <Spinner />
          <span className="leyden-muted">{say('makingLink')}</span>
        </>
      )}
      {link && (
        <a {...link} className="leyden-link">
          {say('openInTab')}
        </a>
      )}
      {!link && !isMaking && (
        <TextButton onClick={ramp.askWayOut}>{say(wayOut ? 'tryAgain' : 'openInTab')}</TextButton>
      )}
    </div>
  )
}
