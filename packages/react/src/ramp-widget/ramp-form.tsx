import type { PastedKind } from '@leyden/lightning/address'
import { useId, useRef, useState } from 'react'
import { useMergedRef } from '../card/merge.js'
import { Button, Hint } from '../card/parts.js'
import { SANDBOX_EXAMPLE } from '../lightning-address/address-texts.js'
import type { RampMessageKey } from '../messages/ramp-english.js'
import { useEnter } from '../widget/use-enter.js'
import type { RampTranslate } from './ramp-texts.js'
import type { DestinationState } from './use-ramp-fields.js'
import type { RampHandle } from './use-ramp-widget.js'

/** What a guest has to enter before a session can be made. */
export function RampForm({ ramp, t }: { ramp: RampHandle; t: RampTranslate }) {
  const { email, destination } = ramp.fields
  const id = useId()
  const emailInput = useRef<HTMLInputElement>(null)
  const destinationInput = useRef<HTMLInputElement>(null)
  const form = useRef<HTMLDivElement>(null)
  const [pressed, setPressed] = useState(false)
  useEnter(form)
  const emailIsWrong = email.problem === 'refused' || (pressed && email.problem !== null)
  const destinationIsWrong = destination.inputProps['aria-invalid']

  const submit = () => {
    setPressed(true)
    if (email.problem !== null) emailInput.current?.focus()
    else if (destinationIsWrong) destinationInput.current?.focus()
    else if (destination.state.status !== 'checking') ramp.actions.start()
  }

  // What is missing or wrong is where the person goes on.
  const leads = email.problem === null && destinationIsWrong ? 'destination' : 'email'
  return (
    <div className="ly-body" ref={form}>
      <div>
        <label className="ly-label" htmlFor={`${id}-email`}>
          {t('emailLabel')}
        </label>
        <div className="ly-field" data-tone={emailIsWrong ? 'bad' : undefined}>
          <input
            {...email.inputProps}
            ref={emailInput}
            enterKeyHint="go"
            data-ly-lead={leads === 'email' ? '' : undefined}
            id={`${id}-email`}
            className="ly-input ly-ltr"
            aria-invalid={emailIsWrong}
            aria-describedby={`${id}-email-hint`}
          />
        </div>
        <Hint id={`${id}-email-hint`} tone={emailIsWrong ? 'bad' : undefined}>
          {t(emailIsWrong ? 'emailWrong' : 'emailHint')}
        </Hint>
      </div>
      <div>
        <label className="ly-label" htmlFor={`${id}-destination`}>
          {t('destinationLabel')}{' '}
          {!destination.locked && <span className="ly-optional">{t('optional')}</span>}
        </label>
        <div className="ly-field" data-tone={destinationIsWrong ? 'bad' : undefined}>
          <input
            {...destination.inputProps}
            ref={useMergedRef(destinationInput, destination.inputProps.ref)}
            id={`${id}-destination`}
            className="ly-input ly-ltr"
            enterKeyHint="go"
            data-ly-lead={leads === 'destination' ? '' : undefined}
            aria-describedby={`${id}-destination-hint`}
          />
          {destination.state.status === 'right' && (
            <span className="ly-right" aria-hidden="true">
              ✓
            </span>
          )}
        </div>
        <Hint id={`${id}-destination-hint`} tone={destinationIsWrong ? 'bad' : undefined}>
          {!destination.locked && destinationHint(destination.state, t)}
        </Hint>
      </div>
      <Button busy={destination.state.status === 'checking'} onClick={submit} data-ly-submit="">
        {t('rampNext')}
      </Button>
    </div>
  )
}

const PASTED: Partial<Record<PastedKind, RampMessageKey>> = {
  invoice: 'pastedInvoice',
  lnurl: 'pastedLnurl',
  nostr_key: 'pastedNostr',
  secret_key: 'pastedSecret',
  web_link: 'pastedLink',
}

function destinationHint(state: DestinationState, t: RampTranslate): string {
  switch (state.status) {
    case 'wrong': {
      const named = state.kind && PASTED[state.kind]
      return named ? `${t(named)} ${t('destinationHint')}` : t('destinationWrong')
    }
    case 'not_lightning':
      return t('destinationEmail', { address: state.address })
    case 'not_in_sandbox':
      return t('addressSandbox', { example: SANDBOX_EXAMPLE })
    default:
      return t('destinationHint')
  }
}
