import { useRef } from 'react'
import { Button, Fact, Facts, Mark, Note, Spinner, TextButton, Tick } from '../card/parts.js'
import { Ending } from '../widget/ending.js'
import type { ViewProps } from './pay-context.js'
import { CopyByHand } from './pay-invoice.js'
import { satsText, titleOf, unclearText } from './pay-texts.js'
import { SuccessFact } from './success-fact.js'
import { textOf } from './use-copying.js'
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
  return (
    <>
      <Ending
        {...headOf(pay, t)}
        mark={
          <Mark tone={state.because === 'unclear' ? 'warn' : undefined}>
            <Spinner size="big" />
          </Mark>
        }
      >
        {t(text[state.because])}
      </Ending>
      {state.because !== 'expiry' && !state.isOver && (
        <div className="ly-links">
          <TextButton onClick={pay.actions.reopen}>
            {t(state.because === 'unclear' ? 'showInvoiceAgain' : 'backToInvoice')}
          </TextButton>
        </div>
      )}
    </>
  )
}

export function PaidView({ pay, state, t }: ViewProps<'paid'>) {
  const { charge, recipient, evidence, preimage, success, at, late } = state
  const host = useRef<HTMLDivElement>(null)
  const time = new Intl.DateTimeFormat(t.locale, { timeStyle: 'short' }).format(at)
  const word = {
    preimage: undefined,
    verify: t('paidOnProvidersWord', { domain: recipient.domain }),
    app: t('paidOnShopsWord'),
  }[evidence]
  return (
    <>
      <Ending
        {...headOf(pay, t)}
        mark={
          <Mark tone="ok">
            <Tick />
          </Mark>
        }
      >
        <div>{t('to', { address: charge.address })}</div>
        {word !== undefined && <div>{word}</div>}
      </Ending>
      {late && <Note>{t('paidLate')}</Note>}
      <Facts>
        {charge.note && <Fact name={t('noteLabel')}>{charge.note}</Fact>}
        {preimage !== undefined && <Fact name={t('proof')}>{t('receiptHeld')}</Fact>}
        {success && <SuccessFact note={success} domain={recipient.domain} />}
        <Fact name={t('time')}>{time}</Fact>
      </Facts>
      {pay.copyFailed === 'receipt' && <CopyByHand text={textOf('receipt', state) ?? ''} t={t} />}
      <div className="ly-choices" ref={host}>
        {preimage !== undefined && (
          <Button look="ghost" onClick={() => pay.actions.copy('receipt', host.current)}>
            {t(pay.copied === 'receipt' ? 'copied' : 'copyReceipt')}
          </Button>
        )}
        {pay.canFinish && <Button onClick={pay.actions.done}>{t('done')}</Button>}
      </div>
    </>
  )
}

export function ExpiredView({ pay, state, t }: ViewProps<'expired'>) {
  const { charge } = state
  const amount = satsText(charge.amountMsat, t.locale)
  return (
    <>
      <Ending {...headOf(pay, t)} mark={<Mark>0:00</Mark>}>
        {t('order', { amount, address: charge.address })}
      </Ending>
      {pay.unclearCharge ? (
        <Note tone="warn">{unclearText(pay.unclearCharge, t)}</Note>
      ) : (
        <Note>{t('expiredNote')}</Note>
      )}
      <Button onClick={pay.actions.renew}>{t('newInvoice')}</Button>
    </>
  )
}

export function UnconfirmedView({ pay, state, t }: ViewProps<'unconfirmed'>) {
  return (
    <>
      <Ending {...headOf(pay, t)} mark={<Mark tone="warn">?</Mark>}>
        {t('unconfirmedText')}
      </Ending>
      {pay.unclearCharge ? (
        <Note tone="warn">{unclearText(pay.unclearCharge, t)}</Note>
      ) : (
        <Note>{t('unconfirmedNote')}</Note>
      )}
      <div className="ly-choices">
        {!state.isOver ? (
          <Button look="ghost" onClick={pay.actions.reopen}>
            {t('showQr')}
          </Button>
        ) : (
          <Button look="ghost" onClick={pay.actions.renew}>
            {t('newInvoice')}
          </Button>
        )}
        <Button onClick={pay.actions.done}>{t('done')}</Button>
      </div>
    </>
  )
}
