import type { SuccessNote } from '@leyden/core'
import { parseUrl } from '@leyden/core/internal'
import { useId, useRef } from 'react'
import { Button, Fact, Hint, Note, Spinner, TextButton, Tick } from '../card/parts.js'
import { useLasting } from '../provider/page-signals.js'
import { Ending } from '../widget/ending.js'
import type { ViewProps } from './pay-context.js'
import { CopyByHand } from './pay-invoice.js'
import { chargeText, outageText, titleOf } from './pay-texts.js'
import { ProofField } from './proof-field.js'
import { receiptOf, receiptText } from './receipt.js'
import { TestTag } from './view-head.js'

const headOf = (pay: ViewProps['pay'], t: ViewProps['t']) => ({
  title: titleOf(pay.state, t),
  badge: <TestTag pay={pay} t={t} />,
})

export function ConfirmingView({ pay, state, t }: ViewProps<'confirming'>) {
  const text = {
    wallet: 'confirmingWalletText',
    unclear: 'unclearText',
    expiry: 'confirmingExpiryText',
  } as const
  const outage = outageText(pay, t)
  return (
    <>
      <Ending {...headOf(pay, t)} tone={state.because === 'unclear' ? 'warn' : undefined} mark={<Spinner />}>
        {t(text[state.because])}
      </Ending>
      {outage !== undefined && <Note tone="warn">{outage}</Note>}
      {state.because !== 'expiry' && !state.isOver && (
        <TextButton onClick={pay.actions.reopen}>
          {t(state.because === 'unclear' ? 'showInvoiceAgain' : 'backToInvoice')}
        </TextButton>
      )}
      {state.because !== 'wallet' && <ProofField pay={pay} isFolded t={t} />}
    </>
  )
}

export function PaidView({ pay, state, t }: ViewProps<'paid'>) {
  const { recipient, success, late } = state
  const host = useRef<HTMLDivElement>(null)
  const receipt = receiptOf(state, t)
  const text = receiptText(state, t)
  const copy = () => pay.actions.copy('receipt', host.current, text)
  const share = () => pay.actions.share(text, host.current)
  const copyWords = t(pay.copied === 'receipt' ? 'copied' : 'copyReceipt')
  return (
    <>
      <Ending {...headOf(pay, t)} tone="ok" mark={<Tick />}>
        <div>{receipt.to}</div>
        <div>{receipt.evidence}</div>
      </Ending>
      {pay.thanks}
      {late && <Note>{t('paidLate')}</Note>}
      <DeliveryNote state={state} t={t} />
      <dl className="ly-facts">
        {receipt.facts.map(({ name, value }) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
        {success && <SuccessFact note={success} domain={recipient.domain} t={t} />}
      </dl>
      <details>
        <summary className="ly-summary">{t('receiptDetails')}</summary>
        <div className="ly-details-text">
          {receipt.proofs.map(({ name, value }) => (
            <LongFact key={name} name={name} value={value} />
          ))}
        </div>
      </details>
      {pay.copyFailed === 'receipt' && <CopyByHand text={text} name={t('receipt')} t={t} />}
      <div className="ly-choices" ref={host}>
        <Button look="ghost" onClick={pay.canShare ? share : copy}>
          {pay.canShare ? t('shareReceipt') : copyWords}
        </Button>
        {pay.canFinish && <Button onClick={pay.actions.done}>{t('done')}</Button>}
      </div>
      {pay.canShare && <TextButton onClick={copy}>{copyWords}</TextButton>}
    </>
  )
}

/** After this time a hint says that the proof is still being sent, in milliseconds. */
const DELIVERY_MS = 3_000

function DeliveryNote({ state, t }: Pick<ViewProps<'paid'>, 'state' | 't'>) {
  const { proofDelivery } = state
  const lasts = useLasting(proofDelivery === 'pending', DELIVERY_MS)
  if (proofDelivery === 'refused') return <Note tone="warn">{t('proofRefused')}</Note>
  return lasts ? <Note tone="warn">{t('proofPending')}</Note> : null
}

/** A payment hash or a preimage, complete and wrapped. */
function LongFact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <div className="ly-label">{name}</div>
      <code className="ly-hex ly-ltr">{value}</code>
    </div>
  )
}

export function ExpiredView({ pay, state, t }: ViewProps<'expired'>) {
  return (
    <>
      <Ending {...headOf(pay, t)} mark="0:00">
        {chargeText('order', state.charge, t)}
      </Ending>
      <Note tone={pay.unclearCharge ? 'warn' : undefined}>
        {pay.unclearCharge ? chargeText('unclearNote', pay.unclearCharge, t) : t('expiredNote')}
      </Note>
      <div className="ly-choices">
        <Button look="ghost" onClick={pay.actions.back}>
          {t('back')}
        </Button>
        <Button onClick={pay.actions.renew}>{t('newInvoice')}</Button>
      </div>
      <ProofField pay={pay} isFolded t={t} />
    </>
  )
}

export function UnconfirmedView({ pay, state, t }: ViewProps<'unconfirmed'>) {
  const { charge } = state
  const host = useRef<HTMLDivElement>(null)
  return (
    <>
      <Ending {...headOf(pay, t)} tone="warn" mark="?">
        {chargeText('order', charge, t)}
      </Ending>
      <Note tone={pay.unclearCharge ? 'warn' : undefined}>
        {pay.unclearCharge ? chargeText('unclearNote', pay.unclearCharge, t) : t('unconfirmedText')}
      </Note>
      <ProofField pay={pay} t={t} />
      <div ref={host}>
        <LongFact name={t('paymentHash')} value={charge.id} />
        <Hint>
          {t('hashHint')}{' '}
          <TextButton onClick={() => pay.actions.copy('payment_hash', host.current)}>
            {t(pay.copied === 'payment_hash' ? 'copied' : 'copyHash')}
          </TextButton>
        </Hint>
      </div>
      {pay.copyFailed === 'payment_hash' && <CopyByHand text={charge.id} name={t('paymentHash')} t={t} />}
      <div className="ly-choices">
        <Button look="ghost" onClick={state.isOver ? pay.actions.renew : pay.actions.reopen}>
          {t(state.isOver ? 'newInvoice' : 'showQr')}
        </Button>
        <Button onClick={pay.actions.done}>{t('done')}</Button>
      </div>
    </>
  )
}

/**
 * The recipient's message after a payment (LUD-09, LUD-10), as text and with the recipient's name, so that nobody
 * thinks it is the shop's. A link to a host other than the recipient's has a warning that names the host.
 */
function SuccessFact({ note, domain, t }: { note: SuccessNote; domain: string; t: ViewProps['t'] }) {
  const warning = useId()
  const url = note.tag === 'url' ? parseUrl(note.url) : null
  const link = url?.protocol === 'https:' ? url : null
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
