import { isEmail } from '@leyden/core/internal'
import { useId, useRef, useState } from 'react'
import { Button, Hint } from '../card/parts.js'
import type { DestinationVerdict } from './check-destination.js'
import type { RampTranslate } from './ramp-texts.js'
import type { GuestEntry } from './session-requests.js'
import { type DestinationCheck, useDestination } from './use-destination.js'

interface RampFormProps {
  t: RampTranslate
  /** What the page or an earlier try gave. */
  entry: GuestEntry
  /** Set by the page: shown, not asked for. */
  destination: string | undefined
  /** The server did not take the address. */
  refused: boolean
  checkDestination: DestinationCheck
  onSubmit: (entry: GuestEntry) => void
}

/** What a guest has to say before a session can be made. */
export function RampForm(props: RampFormProps) {
  const { t, entry, destination: fixed, refused, checkDestination, onSubmit } = props
  const id = useId()
  const emailField = useRef<HTMLInputElement>(null)
  const destinationField = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState(entry.email ?? '')
  const [pressed, setPressed] = useState(false)
  const destination = useDestination(fixed ?? entry.destination ?? '', checkDestination)
  const { verdict } = destination

  const isRefused = refused && email === entry.email
  const emailIsWrong = (pressed && !isEmail(email.trim())) || isRefused
  const destinationIsWrong = verdict.status === 'wrong' || verdict.status === 'not_lightning'

  const submit = () => {
    setPressed(true)
    if (!isEmail(email.trim()) || isRefused) return emailField.current?.focus()
    if (destinationIsWrong) return destinationField.current?.focus()
    if (verdict.status === 'looking') return
    onSubmit({
      email: email.trim(),
      destination: verdict.status === 'right' ? verdict.address : undefined,
    })
  }

  return (
    <>
      <div>
        <label className="ly-label" htmlFor={`${id}-email`}>
          {t('emailLabel')}
        </label>
        <div className="ly-field" data-tone={emailIsWrong ? 'bad' : undefined}>
          <input
            ref={emailField}
            id={`${id}-email`}
            className="ly-input ly-ltr"
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={254}
            value={email}
            aria-invalid={emailIsWrong}
            aria-describedby={`${id}-email-hint`}
            onChange={(event) => setEmail(event.target.value)}
          />
        </div>
        <Hint id={`${id}-email-hint`} tone={emailIsWrong ? 'bad' : undefined}>
          {t(emailIsWrong ? 'emailWrong' : 'emailHint')}
        </Hint>
      </div>
      <div>
        <label className="ly-label" htmlFor={`${id}-destination`}>
          {t('destinationLabel')}{' '}
          {fixed === undefined && <span className="ly-optional">{t('optional')}</span>}
        </label>
        <div className="ly-field" data-tone={destinationIsWrong ? 'bad' : undefined}>
          <input
            ref={destinationField}
            id={`${id}-destination`}
            className="ly-input ly-ltr"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            readOnly={fixed !== undefined}
            value={destination.text}
            aria-invalid={destinationIsWrong}
            aria-describedby={`${id}-destination-hint`}
            onChange={(event) => destination.setText(event.target.value)}
          />
          {verdict.status === 'right' && (
            <span className="ly-right" aria-hidden="true">
              ✓
            </span>
          )}
        </div>
        <Hint id={`${id}-destination-hint`} tone={destinationIsWrong ? 'bad' : undefined}>
          {fixed === undefined && destinationHint(verdict, t)}
        </Hint>
      </div>
      <Button busy={verdict.status === 'looking'} onClick={submit}>
        {t('rampContinue')}
      </Button>
    </>
  )
}

function destinationHint(
  verdict: DestinationVerdict | { status: 'empty' | 'looking' },
  t: RampTranslate,
): string {
  switch (verdict.status) {
    case 'wrong':
      return t('destinationWrong')
    case 'not_lightning':
      return t('destinationEmail', { address: verdict.address })
    default:
      return t('destinationHint')
  }
}
