import type { SuccessNote } from '@leyden/core'
import { parseUrl } from '@leyden/core/internal'
import type { ReactNode } from 'react'
import { useEffect, useId, useState } from 'react'
import { AddressText } from '../../foundation/card/address-text.js'
import { Button, SecondButton, TextButton } from '../../foundation/card/buttons.js'
import { Hint, Note, Spinner } from '../../foundation/card/parts.js'
import { Fact, StateHeading, type StateHeadingProps } from '../../foundation/card/result-parts.js'
import { useLasting } from '../../foundation/page/page-signals.js'
import type { PaymentFacts } from '../flow/pay-state.js'
import { isOver, isPayable } from '../flow/shown-charge.js'
import { chargeText, outageText, titleOf } from '../texts/charge-texts.js'
import { receiptTexts } from '../texts/receipt.js'
import { shortTime } from '../texts/times.js'
import { CopyByHand } from './copy-by-hand.js'
import { Details } from './invoice-parts.js'
import { usePayContext, type ViewProps } from './pay-context.js'
import { ProofField } from './proof-field.js'
import { ReceiptActions, ReceiptCard } from './receipt-card.js'
import { TestTag } from './view-head.js'
import { useWarningsId } from './warnings.js'

interface EndingProps extends Omit<StateHeadingProps, 'title'> {
  /** The text below the heading. */
  text: ReactNode
}

/** The icon of a state, its heading and a text; and the rest of the view below, or beside it while there is room. */
function Ending({ text, children, ...heading }: EndingProps) {
  const { pay, t } = usePayContext()
  return (
    <div className="ly-body ly-ending">
      <StateHeading {...heading} title={titleOf(pay.state, t)} badge={<TestTag />}>
        {text}
      </StateHeading>
      <div className="ly-body">{children}</div>
    </div>
  )
}

const CONFIRMING_TEXTS = {
  wallet: 'confirmingWalletText',
  unclear: 'unclearText',
  expiry: 'confirmingExpiryText',
  unreachable: 'unreachableText',
} as const

export function ConfirmingView({ pay, t, state }: ViewProps<'confirming'>) {
  const { because, unreachableSince } = state
  const isUnclear = because === 'unclear'
  const isUnreachable = because === 'unreachable'
  const mayStillBePayable = isPayable(state)
  const outage = outageText(pay, t)
  const time = unreachableSince ? shortTime(unreachableSince, t.locale) : ''
  return (
    <Ending
      tone={isUnclear || isUnreachable ? 'warn' : undefined}
      mark={<Spinner />}
      text={t(CONFIRMING_TEXTS[because], { time })}
    >
      {isUnreachable && <Note>{t('unconfirmedText')}</Note>}
      {outage !== undefined && <Note tone="warn">{outage}</Note>}
      {mayStillBePayable && <TextButton onClick={pay.actions.reopen}>{t('backToInvoice')}</TextButton>}
      {isUnreachable && <Button onClick={pay.actions.checkAgain}>{t('tryAgain')}</Button>}
      {(isUnclear || isUnreachable) && !mayStillBePayable && <NewInvoiceAnyway />}
      {because !== 'wallet' && <ProofField />}
    </Ending>
  )
}

/** Another invoice while nobody can tell whether the last one was paid: only after a warning. */
function NewInvoiceAnyway() {
  const { pay, t } = usePayContext()
  const [isWarned, setIsWarned] = useState(false)
  const warning = useId()
  return (
    <>
      <TextButton aria-expanded={isWarned} onClick={() => setIsWarned(!isWarned)}>
        {t('newInvoice')}
      </TextButton>
      {isWarned && (
        <div className="ly-body">
          <div id={warning}>
            <Note tone="warn">{t('payTwice')}</Note>
          </div>
          <SecondButton onClick={pay.actions.renew} aria-describedby={warning}>
            {t('newInvoiceAnyway')}
          </SecondButton>
        </div>
      )}
    </>
  )
}

export function PaidView({ pay, screen, t, state }: ViewProps<'paid'>) {
  const { proofs } = receiptTexts(state, t)
  return (
    <div className="ly-body ly-ending">
      <ReceiptCard receipt={state} />
      <div className="ly-body">
        {state.late && <Note>{t('paidLate')}</Note>}
        <DeliveryNote delivery={state.proofDelivery} />
        {state.success && (
          <dl className="ly-facts">
            <SuccessFact note={state.success} domain={state.recipient.domain} />
          </dl>
        )}
        <ReceiptActions
          receipt={state}
          next={screen.canFinish && <Button onClick={pay.actions.done}>{t('done')}</Button>}
        />
        <Details>
          {proofs.map((proof) => (
            <LongFact key={proof.name} {...proof} />
          ))}
        </Details>
      </div>
    </div>
  )
}

/** After this time a hint says that the proof is still being sent, in milliseconds. */
const DELIVERY_MS = 3_000

function DeliveryNote({ delivery }: { delivery: PaymentFacts['proofDelivery'] }) {
  const { t } = usePayContext()
  const isPendingLong = useLasting(delivery === 'pending', DELIVERY_MS)
  if (delivery === 'refused') return <Note tone="warn">{t('proofRefused')}</Note>
  return isPendingLong ? <Note tone="warn">{t('proofPending')}</Note> : null
}

/** A payment hash or a preimage, complete and wrapped. */
function LongFact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <div className="ly-label">{name}</div>
      <code className="ly-hex ly-ltr" translate="no">
        {value}
      </code>
    </div>
  )
}

export function ExpiredView({ pay, t, state }: ViewProps<'expired'>) {
  const warnings = useWarningsId()
  return (
    <Ending mark="0:00" text={<AddressText text={chargeText('amountTo', state.charge, t)} />}>
      {/* Nothing looks for a payment any more once the watch is over. */}
      <UnpaidNote text={t(isOver(state) ? 'expiredOver' : 'expiredNote')} />
      <div className="ly-actions">
        <SecondButton onClick={pay.actions.back}>{t('back')}</SecondButton>
        <Button onClick={pay.actions.renew} aria-describedby={warnings}>
          {t('newInvoice')}
        </Button>
      </div>
      <ProofField />
    </Ending>
  )
}

export function UnconfirmedView({ pay, t, state }: ViewProps<'unconfirmed'>) {
  const { charge } = state
  const { unclearCharge } = pay.wallets
  const isReopenable = isPayable(state)
  const canCheck = charge.watchUrl !== undefined && !isOver(state)
  const warnings = useWarningsId()
  return (
    <Ending
      tone="warn"
      mark="?"
      text={
        <>
          <AddressText text={chargeText('amountTo', charge, t)} />
          {!unclearCharge && <span className="ly-line">{t('unconfirmedText')}</span>}
        </>
      }
    >
      {unclearCharge && <Note tone="warn">{chargeText('unclearNote', unclearCharge, t)}</Note>}
      <div className="ly-actions">
        {isReopenable ? (
          <SecondButton onClick={pay.actions.reopen}>{t('backToInvoice')}</SecondButton>
        ) : (
          <>
            {!canCheck && <SecondButton onClick={pay.actions.back}>{t('back')}</SecondButton>}
            <SecondButton onClick={pay.actions.renew} aria-describedby={warnings}>
              {t('newInvoice')}
            </SecondButton>
          </>
        )}
        {canCheck && <CheckAgain />}
      </div>
      <ProofField>
        <PaymentHash hash={charge.id} />
      </ProofField>
    </Ending>
  )
}

/** For so long a check is shown as under way, in milliseconds. Its answer changes the view, or nothing is known yet. */
const CHECK_MS = 2_000

function CheckAgain() {
  const { pay, t } = usePayContext()
  const [isChecking, setChecking] = useState(false)
  useEffect(() => {
    if (!isChecking) return
    const timer = setTimeout(() => setChecking(false), CHECK_MS)
    return () => clearTimeout(timer)
  }, [isChecking])
  const check = () => {
    setChecking(true)
    pay.actions.checkAgain()
  }
  return (
    <Button busy={isChecking} onClick={check}>
      {t('checkAgain')}
    </Button>
  )
}

/** What the recipient needs to find the payment. */
function PaymentHash({ hash }: { hash: string }) {
  const { screen, t, root } = usePayContext()
  return (
    <Details>
      <LongFact name={t('paymentHash')} value={hash} />
      <Hint>
        {t('hashHint')}{' '}
        <TextButton onClick={() => screen.copy('payment_hash', root.current)}>
          {t(screen.copied === 'payment_hash' ? 'copied' : 'copyHash')}
        </TextButton>
      </Hint>
      {screen.copyFailed === 'payment_hash' && <CopyByHand text={hash} name={t('paymentHash')} />}
    </Details>
  )
}

/** What to know before another invoice is paid: above all, that a wallet may have paid one already. */
function UnpaidNote({ text }: { text: string }) {
  const { pay, t } = usePayContext()
  const { unclearCharge } = pay.wallets
  return unclearCharge ? (
    <Note tone="warn">{chargeText('unclearNote', unclearCharge, t)}</Note>
  ) : (
    <Note>{text}</Note>
  )
}

/**
 * The recipient's message after a payment (LUD-09, LUD-10), as text and with the recipient's name, so that nobody
 * thinks it is the shop's. A link to a host other than the recipient's has a warning that names the host.
 */
function SuccessFact({ note, domain }: { note: SuccessNote; domain: string }) {
  const { t } = usePayContext()
  const warning = useId()
  if (note.tag === 'message') return <Fact name={domain}>{note.message}</Fact>
  if (note.tag === 'secret') return <Fact name={domain}>{`${note.description}: ${note.text}`}</Fact>
  const url = parseUrl(note.url)
  // The server that took the payment may be another one than that of the address (LUD-06).
  const isElsewhere = note.foreign && url?.hostname !== domain
  if (url?.protocol !== 'https:') return <Fact name={domain}>{note.description}</Fact>
  return (
    <>
      <Fact name={domain}>
        <a
          className="ly-link"
          href={url.href}
          target="_blank"
          rel="noopener noreferrer"
          aria-describedby={isElsewhere ? warning : undefined}
        >
          {note.description || url.hostname}
        </a>
      </Fact>
      {isElsewhere && (
        <dd id={warning} className="ly-fact-note">
          <Note tone="warn">{t('linkElsewhere', { host: url.hostname, domain })}</Note>
        </dd>
      )}
    </>
  )
}
