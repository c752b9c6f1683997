import { type ReactNode, useEffect, useRef, useState } from 'react'
import { TextButton } from '../../foundation/card/buttons.js'
import { TextField } from '../../foundation/card/text-field.js'
import { isByKey, useTextInput } from '../../foundation/fields/use-text-input.js'
import type { PayMessageKey } from '../../foundation/messages/pay-english.js'
import type { ProofVerdict } from '../engine/read-proof.js'
import { usePayContext } from './pay-context.js'

const MESSAGES: Record<ProofVerdict['status'], PayMessageKey> = {
  proven: 'proofHint',
  payment_hash: 'proofIsHash',
  invoice: 'proofIsInvoice',
  other_payment: 'proofOfOther',
  unreadable: 'proofUnreadable',
}

/**
 * The field for the preimage that a wallet shows: it proves a payment that nobody else can see. It is behind a button,
 * because most people do not need it.
 */
export function ProofField({ children }: { children?: ReactNode }) {
  const { pay, t } = usePayContext()
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  const [verdict, setVerdict] = useState<ProofVerdict['status'] | null>(null)

  const changeText = (next: string, isWhole: boolean) => {
    setText(next)
    const read = next.trim() === '' ? null : pay.actions.provePayment(next)
    // While the person types, no error is shown before the text could be a preimage.
    setVerdict(read === 'unreadable' && !isWhole ? null : read)
  }
  const textInput = useTextInput(text, {
    take: (edit) => changeText(edit.field.value, !isByKey(edit)),
    hold: setText,
  })
  // The button that had the focus is gone.
  useEffect(() => {
    if (isOpen) input.current?.focus()
  }, [isOpen])
  const isWrong = verdict !== null && verdict !== 'proven'

  if (!isOpen) return <TextButton onClick={() => setIsOpen(true)}>{t('proofAsk')}</TextButton>
  return (
    <>
      <TextField
        ref={input}
        label={t('proofLabel')}
        isBad={isWrong}
        type="text"
        {...textInput}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint={undefined}
        onBlur={() => changeText(text, true)}
        hint={<span role="status">{t(MESSAGES[verdict ?? 'proven'])}</span>}
      />
      {children}
    </>
  )
}
