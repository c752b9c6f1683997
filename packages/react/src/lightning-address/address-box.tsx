import { type ReactNode, useId, useRef } from 'react'
import { Hint, Spinner, TextButton } from '../card/parts.js'
import type { PayMessageKey } from '../messages/pay-english.js'
import type { Words } from '../messages/use-words.js'
import type { Recipient } from '../pay-flow/index.js'
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

/** What a line holds in a card of usual width. A longer one would end before its domain, which decides who is paid. */
const LINE_CHARACTERS = 22

/**
 * The address: a field, and once it is found, whom it belongs to. It is one and the same `<input>` in both, so
 * that a verdict in the middle of typing takes neither focus nor letters away.
 */
export function AddressBox({ entry, say, label, name, frozen, onChangeAddress }: AddressBoxProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const { verdict, locked, inputProps } = entry
  const recipient = verdict.status === 'found' ? verdict.recipient : null
  if (locked) return <LockedAddress entry={entry} say={say} label={label} />

  const { tone, text, suggestion } = verdictWords(verdict, say)
  const change = () => {
    onChangeAddress()
    field.current?.focus()
  }
  return (
    <div>
      <label className={recipient ? 'leyden-hidden' : 'leyden-label'} htmlFor={id}>
        {label}
      </label>
      <div className={recipient ? 'leyden-who' : 'leyden-field'} data-tone={tone}>
        {recipient && <Avatar key="avatar" imageDataUrl={recipient.imageDataUrl} />}
        <div key="text" className="leyden-grow">
          <input
            {...inputProps}
            ref={field}
            id={id}
            name={name}
            className={recipient ? 'leyden-input leyden-who-name leyden-ltr' : 'leyden-input leyden-ltr'}
            placeholder={say('addressPlaceholder')}
            readOnly={frozen}
            aria-describedby={`${id}-about`}
          />
          {recipient && entry.text.length > LINE_CHARACTERS && (
            <span className="leyden-who-whole leyden-ltr" aria-hidden="true">
              <Whole address={entry.text} />
            </span>
          )}
          {recipient && <About id={`${id}-about`} recipient={recipient} say={say} />}
        </div>
        {verdict.status === 'looking' && !verdict.offline && <Spinner key="spinner" />}
        {recipient && !frozen && (
          <TextButton key="change" onClick={change}>
            {say('change')}
          </TextButton>
        )}
      </div>
      {!recipient && (
        <Hint id={`${id}-about`} tone={tone}>
          <span className={suggestion === undefined ? 'leyden-grow' : 'leyden-full'} role="status">
            {text}
          </span>
          {suggestion !== undefined && (
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

/** Whom the page has chosen: nothing to type, but looked up all the same. */
function LockedAddress({ entry, say, label }: Pick<AddressBoxProps, 'entry' | 'say' | 'label'>) {
  const { verdict } = entry
  const recipient = verdict.status === 'found' ? verdict.recipient : null
  const { tone, text } = verdictWords(verdict, say)
  const isShort = verdict.status === 'looking'
  return (
    <div>
      <div className="leyden-who">
        <Avatar imageDataUrl={recipient?.imageDataUrl} />
        <div className="leyden-grow">
          <span className="leyden-hidden">{label}</span>
          <span className="leyden-who-name">
            <bdi className="leyden-ltr">
              <Whole address={entry.text} />
            </bdi>
          </span>
          {recipient ? (
            <About recipient={recipient} say={say} />
          ) : (
            tone !== 'bad' && <span className="leyden-who-about">{isShort ? text : '\u00a0'}</span>
          )}
        </div>
      </div>
      <Hint tone={tone} rare={recipient !== null || isShort}>
        <span className="leyden-grow" role="status">
          {isShort ? '' : text}
        </span>
        {verdict.status === 'unreachable' && <TextButton onClick={entry.retry}>{say('tryAgain')}</TextButton>}
      </Hint>
    </div>
  )
}

/** An address that is broken, if anywhere, before its domain. */
function Whole({ address }: { address: string }) {
  const at = address.indexOf('@') + 1
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}

function About({ id, recipient, say }: { id?: string; recipient: Recipient; say: Words<PayMessageKey> }) {
  const { description, longDescription, identifier } = recipient
  return (
    <div id={id} className="leyden-who-more">
      <span className="leyden-who-about">
        <bdi>{description}</bdi>
      </span>
      {identifier !== undefined && (
        <span className="leyden-who-about">{say('callsItself', { identifier })}</span>
      )}
      {longDescription !== undefined && (
        <details className="leyden-details">
          <summary className="leyden-summary">{say('moreAbout')}</summary>
          <span className="leyden-details-text">
            <bdi>{longDescription}</bdi>
          </span>
        </details>
      )}
    </div>
  )
}
