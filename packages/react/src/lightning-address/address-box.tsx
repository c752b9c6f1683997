import type { Recipient } from '@leyden/core/pay'
import { type ReactNode, useId, useRef } from 'react'
import { Hint, Spinner, TextButton } from '../card/parts.js'
import type { PayMessageKey } from '../messages/pay-english.js'
import type { Words } from '../messages/use-words.js'
import { verdictWords } from './address-words.js'
import { Avatar } from './avatar.js'
import type { LightningAddressEntry } from './use-lightning-address.js'

export interface AddressBoxProps {
  entry: LightningAddressEntry
  say: Words<PayMessageKey>
  label: ReactNode
  name?: string | undefined
  /** No changes at the moment. */
  frozen?: boolean | undefined
  onChangeAddress: () => void
}

/**
 * The address: a field, and once it is found, whom it belongs to. It is one and the same `<input>` in both, so
 * that a verdict in the middle of typing takes neither focus nor letters away.
 */
export function AddressBox({ entry, say, label, name, frozen, onChangeAddress }: AddressBoxProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const { verdict, locked, inputProps } = entry
  const recipient = verdict.status === 'found' ? verdict.recipient : null
  const isCard = locked || recipient !== null
  const { tone, text, suggestion } = verdictWords(verdict, say)
  const change = () => {
    onChangeAddress()
    field.current?.focus()
  }
  return (
    <div>
      <label className={isCard ? 'leyden-hidden' : 'leyden-label'} htmlFor={id}>
        {label}
      </label>
      <div className={isCard ? 'leyden-who' : 'leyden-field'} data-tone={tone}>
        {isCard && <Avatar key="avatar" imageDataUrl={recipient?.imageDataUrl} />}
        <div key="text" className="leyden-grow">
          <input
            {...inputProps}
            ref={field}
            id={id}
            name={name}
            className={isCard ? 'leyden-input leyden-who-name leyden-ltr' : 'leyden-input leyden-ltr'}
            placeholder={say('addressPlaceholder')}
            readOnly={locked || frozen}
            tabIndex={locked ? -1 : undefined}
            aria-describedby={`${id}-hint`}
          />
          {recipient && <About recipient={recipient} say={say} />}
          {locked && verdict.status === 'looking' && <span className="leyden-who-about">{text}</span>}
        </div>
        {verdict.status === 'looking' && !verdict.offline && <Spinner key="spinner" />}
        {recipient && !locked && !frozen && (
          <TextButton key="change" onClick={change}>
            {say('change')}
          </TextButton>
        )}
      </div>
      {!recipient && !(locked && verdict.status === 'looking') && (
        <Hint id={`${id}-hint`} tone={tone}>
          <span className="leyden-grow">{text}</span>
          {suggestion !== undefined && !locked && (
            <TextButton onClick={() => entry.setText(suggestion)}>
              {say('didYouMean', { suggestion })}
            </TextButton>
          )}
          {verdict.status === 'unreachable' && (
            <TextButton onClick={entry.retry}>{say('tryAgain')}</TextButton>
          )}
        </Hint>
      )}
    </div>
  )
}

function About({ recipient, say }: { recipient: Recipient; say: Words<PayMessageKey> }) {
  const { description, identifier } = recipient
  return (
    <>
      <span className="leyden-who-about" dir="auto">
        {description}
      </span>
      {identifier !== undefined && (
        <span className="leyden-who-about">{say('callsItself', { identifier })}</span>
      )}
    </>
  )
}
