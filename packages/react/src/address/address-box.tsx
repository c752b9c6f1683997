import { useComposedRefs } from '@radix-ui/react-compose-refs'
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { AddressText } from '../foundation/card/address-text.js'
import { TextButton } from '../foundation/card/buttons.js'
import { Hint, Spinner } from '../foundation/card/parts.js'
import { mayAskAgain } from '../foundation/errors/error-kind.js'
import type { PayTranslate } from '../foundation/messages/use-messages.js'
import { waitText } from '../foundation/page/countdown.js'
import { useBrowserLayoutEffect } from '../foundation/page/use-latest.js'
import { lookupText, lookupWords } from './address-texts.js'
import { Avatar } from './avatar.js'
import { ProviderQuote } from './provider-quote.js'
import type { Recipient } from './recipient.js'
import type { AddressField } from './use-lightning-address.js'

export interface AddressBoxProps {
  entry: AddressField
  t: PayTranslate
  label: ReactNode
  name?: string | undefined
  /** Whether the address cannot be changed at the moment. */
  frozen?: boolean | undefined
  /** Whether the person has tried to continue, so that a missing address is an error. */
  strict?: boolean | undefined
}

/**
 * The address: a field, and its owner once the address is found. Both use the same `<input>`, so that a look-up while
 * somebody types removes neither focus nor letters. People can always read the whole address that is paid: it wraps,
 * and is shown again below a field that cuts it off.
 */
export function AddressBox({ entry, t, label, name, frozen, strict = false }: AddressBoxProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const { lookup, locked, inputProps } = entry
  const ref = useComposedRefs(field, inputProps.ref)
  /** The address that the person wants to change. It stays until they type. */
  const [changed, setChanged] = useState<string | null>(null)
  const recipient = lookup.status === 'found' && changed !== entry.text ? lookup.recipient : null
  const isCut = useIsCut(field, recipient?.address)
  if (locked) return <LockedAddress entry={entry} t={t} label={label} />

  const { tone, text, suggestion } = lookupText(lookup, t, strict)
  const change = () => {
    setChanged(entry.text)
    field.current?.focus()
    field.current?.select()
  }
  return (
    // The field below stays in its place when the address is found.
    <div className="ly-address">
      <label className="ly-label" htmlFor={id}>
        {label}
      </label>
      <div className={recipient ? 'ly-row ly-who' : 'ly-row ly-field'} data-tone={tone}>
        {recipient && <Avatar key="avatar" imageDataUrl={recipient.imageDataUrl} />}
        <div key="text" className="ly-grow ly-who-text">
          <input
            {...inputProps}
            ref={ref}
            id={id}
            name={name}
            className={recipient ? 'ly-input ly-who-name ly-who-field ly-ltr' : 'ly-input ly-ltr'}
            data-ly-cut={isCut || undefined}
            translate="no"
            placeholder={t('addressPlaceholder')}
            readOnly={frozen}
            enterKeyHint="go"
            aria-invalid={tone === 'bad' || undefined}
            aria-describedby={`${id}-about`}
            onBlur={() => {
              setChanged(null)
              inputProps.onBlur?.()
            }}
          />
          {recipient && (
            <span className="ly-who-name ly-ltr" aria-hidden="true">
              <AddressText text={recipient.address} />
            </span>
          )}
          {recipient && <About id={`${id}-about`} recipient={recipient} t={t} />}
        </div>
        {lookup.status === 'looking' && !lookup.offline && <Spinner key="spinner" />}
        {recipient && !frozen && (
          <TextButton key="change" onClick={change}>
            {t('change')}
          </TextButton>
        )}
      </div>
      {!recipient && (
        <Hint id={`${id}-about`} tone={tone} isFailure={lookup.status === 'unreachable'}>
          <span className={suggestion === undefined ? 'ly-grow' : 'ly-full'} role="status">
            <AddressText text={text} />
          </span>
          {suggestion !== undefined && (
            <TextButton onClick={() => entry.setText(suggestion)}>
              {t('didYouMean', { suggestion })}
            </TextButton>
          )}
          <LookupAction entry={entry} t={t} />
        </Hint>
      )}
      <ProviderQuote words={lookupWords(lookup)} t={t} />
      {entry.unusedAmount !== undefined && lookup.status !== 'typing' && (
        <span className="ly-quote ly-small ly-muted">
          {t('amountUnused', { amount: entry.unusedAmount })}
        </span>
      )}
    </div>
  )
}

/**
 * Whether a field cuts off the address that was found. To measure it forces a layout, so it is not measured at each
 * render.
 */
function useIsCut(field: RefObject<HTMLInputElement | null>, address: string | undefined): boolean {
  const [isCut, setCut] = useState(false)
  useBrowserLayoutEffect(() => {
    const input = field.current
    if (!input || address === undefined) return
    const measure = () => setCut(input.scrollWidth > input.clientWidth)
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(input)
    return () => observer.disconnect()
  }, [field, address])
  return address !== undefined && isCut
}

interface RecipientBoxProps extends Pick<AddressBoxProps, 't'> {
  address: string
  /** The recipient, once it is known. */
  recipient: Recipient | null
  /** What it is, for screen readers. */
  label: ReactNode
  /** A text while there is no recipient. Space is reserved for it. */
  text?: string | undefined
}

/** Who is paid: picture, address and description. */
export function RecipientBox({ address, recipient, label, text, t }: RecipientBoxProps) {
  return (
    <div className="ly-row ly-who">
      <Avatar imageDataUrl={recipient?.imageDataUrl} />
      <div className="ly-grow">
        <span className="ly-hidden">{label}</span>
        <span className="ly-who-name">
          <bdi className="ly-ltr">
            <AddressText text={address} />
          </bdi>
        </span>
        {recipient ? (
          <About recipient={recipient} t={t} />
        ) : (
          text !== undefined && <span className="ly-who-about ly-small ly-muted">{text || '\u00a0'}</span>
        )}
      </div>
    </div>
  )
}

/** An address that the page fixes. It is looked up as well. */
function LockedAddress({ entry, t, label }: Pick<AddressBoxProps, 'entry' | 't' | 'label'>) {
  const { lookup } = entry
  const recipient = lookup.status === 'found' ? lookup.recipient : null
  const { tone, text } = lookupText(lookup, t)
  const isShort = lookup.status === 'looking' && !lookup.slow
  return (
    <div>
      <RecipientBox
        address={entry.text}
        recipient={recipient}
        label={label}
        text={tone === 'bad' ? undefined : isShort ? text : ''}
        t={t}
      />
      <Hint tone={tone} isFailure={lookup.status === 'unreachable'} rare={recipient !== null || isShort}>
        <span className="ly-grow" role="status">
          <AddressText text={isShort ? '' : text} />
        </span>
        <LookupAction entry={entry} t={t} />
      </Hint>
      <ProviderQuote words={lookupWords(lookup)} t={t} />
    </div>
  )
}

/**
 * The button for a look-up that failed or takes long: "retry" or "cancel". It is one element, so that it keeps the
 * focus.
 */
function LookupAction({ entry, t }: Pick<AddressBoxProps, 'entry' | 't'>) {
  const { lookup, retrySeconds: seconds } = entry
  if (lookup.status === 'looking' && lookup.slow && !lookup.offline)
    return <TextButton onClick={entry.cancel}>{t('cancel')}</TextButton>
  const isOffline = lookup.status === 'looking' && lookup.offline
  if (!isOffline && (lookup.status !== 'unreachable' || !mayAskAgain(lookup.error))) return null
  if (seconds === 0) return <TextButton onClick={entry.retry}>{t('tryAgain')}</TextButton>
  // A screen reader that reads a countdown every second reads nothing else.
  return (
    <span role="timer" aria-live="off">
      <AddressText text={t('retryIn', { time: waitText(seconds, t.locale) })} />
    </span>
  )
}

function About({ id, recipient, t }: { id?: string; recipient: Recipient; t: PayTranslate }) {
  const { description, longDescription, identifier } = recipient
  return (
    <div id={id} className="ly-who-more">
      <span className="ly-who-about ly-small ly-muted">
        <bdi>{description}</bdi>
      </span>
      {identifier !== undefined && (
        <span className="ly-who-about ly-small ly-muted">
          <AddressText text={t('callsItself', { identifier })} />
        </span>
      )}
      {longDescription !== undefined && (
        <details className="ly-details">
          <summary className="ly-summary ly-small ly-muted">{t('moreAbout')}</summary>
          <span className="ly-details-text ly-small">
            <bdi>{longDescription}</bdi>
          </span>
        </details>
      )}
    </div>
  )
}
