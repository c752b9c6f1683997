import type { ReactNode } from 'react'
import { useRef } from 'react'
import { Button, Fact, Facts, Mark, Note, Spinner, TextButton, Tick } from '../card/parts.js'
import { CopyByHand } from './invoice-view.js'
import type { ViewProps } from './pay-card.js'
import { satsText, titleOf, unclearWords } from './pay-words.js'
import { SuccessFact } from './success-fact.js'
import { textOf } from './use-copying.js'
import { TestTag } from './view-head.js'

interface EndingProps extends ViewProps {
  mark: ReactNode
  children: ReactNode
}

function Ending({ pay, state, say, mark, children }: EndingProps) {
  return (
    <div className="leyden-done">
      {mark}
      <div>
        <h2 className="leyden-done-title" tabIndex={-1} data-lead="">
          {titleOf(state, say)}
        </h2>
        <div className="leyden-muted">{children}</div>
      </div>
      <TestTag pay={pay} say={say} />
    </div>
  )
}

export function ConfirmingView({ pay, state, say }: ViewProps<'confirming'>) {
  const text = {
    wallet: 'confirmingWalletText',
    unclear: 'unclearText',
    expiry: 'confirmingExpiryText',
  } as const
  return (
    <>
      <Ending
        pay={pay}
        state={state}
        say={say}
        mark={
          <Mark tone={state.because === 'unclear' ? 'warn' : undefined}>
            <Spinner size="big" />
          </Mark>
        }
      >
        {say(text[state.because])}
      </Ending>
      {state.because !== 'expiry' && !state.isOver && (
        <div className="leyden-links">
          <TextButton onClick={pay.reopen}>
            {say(state.because === 'unclear' ? 'showInvoiceAgain' : 'backToInvoice')}
          </TextButton>
        </div>
      )}
    </>
  )
}

export function PaidView({ pay, state, say }: ViewProps<'paid'>) {
  const { charge, recipient, evidence, preimage, success, at, late } = state
  const host = useRef<HTMLDivElement>(null)
  const time = new Intl.DateTimeFormat(say.locale, { timeStyle: 'short' }).format(at)
  const word = {
    preimage: say('to', { address: charge.address }),
    verify: say('paidOnProvidersWord', { domain: recipient.domain }),
    app: say('paidOnShopsWord'),
  }[evidence]
  return (
    <>
      <Ending
        pay={pay}
        state={state}
        say={say}
        mark={
          <Mark tone="ok">
            <Tick />
          </Mark>
        }
      >
        {word}
      </Ending>
      {late && <Note>{say('paidLate')}</Note>}
      <Facts>
        {charge.note && <Fact name={say('noteLabel')}>{charge.note}</Fact>}
        {preimage !== undefined && <Fact name={say('proof')}>{say('receiptHeld')}</Fact>}
        {success && <SuccessFact note={success} domain={recipient.domain} />}
        <Fact name={say('time')}>{time}</Fact>
      </Facts>
      {pay.copyFailed === 'receipt' && <CopyByHand text={textOf('receipt', state) ?? ''} say={say} />}
      <div className="leyden-choices" ref={host}>
        {preimage !== undefined && (
          <Button look="ghost" onClick={() => pay.copy('receipt', host.current)}>
            {say(pay.copied === 'receipt' ? 'copied' : 'copyReceipt')}
          </Button>
        )}
        {pay.canFinish && <Button onClick={pay.done}>{say('done')}</Button>}
      </div>
    </>
  )
}

export function ExpiredView({ pay, state, say }: ViewProps<'expired'>) {
  const { charge } = state
  const amount = satsText(charge.amountMsat, say.locale)
  return (
    <>
      <Ending pay={pay} state={state} say={say} mark={<Mark>0:00</Mark>}>
        {say('order', { amount, address: charge.address })}
      </Ending>
      {pay.unclearCharge ? (
        <Note tone="warn">{unclearWords(pay.unclearCharge, say)}</Note>
      ) : (
        <Note>{say('expiredNote')}</Note>
      )}
      <Button onClick={pay.renew}>{say('newInvoice')}</Button>
    </>
  )
}

export function UnconfirmedView({ pay, state, say }: ViewProps<'unconfirmed'>) {
  return (
    <>
      <Ending pay={pay} state={state} say={say} mark={<Mark tone="warn">?</Mark>}>
        {say('unconfirmedText')}
      </Ending>
      {pay.unclearCharge ? (
        <Note tone="warn">{unclearWords(pay.unclearCharge, say)}</Note>
      ) : (
        <Note>{say('unconfirmedNote')}</Note>
      )}
      <div className="leyden-choices">
        {!state.isOver ? (
          <Button look="ghost" onClick={pay.reopen}>
            {say('showQr')}
          </Button>
        ) : (
          <Button look="ghost" onClick={pay.renew}>
            {say('newInvoice')}
          </Button>
        )}
        <Button onClick={pay.done}>{say('done')}</Button>
      </div>
    </>
  )
}
