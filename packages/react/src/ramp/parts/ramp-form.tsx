import type { PastedKind } from '@leyden/lightning'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../foundation/card/buttons.js'
import { TextField } from '../../foundation/card/text-field.js'
import { focusFirstError, useEnter } from '../../foundation/card/use-enter.js'
import { SANDBOX_EXAMPLE } from '../../foundation/messages/messages.js'
import type { RampMessageKey } from '../../foundation/messages/ramp-english.js'
import { type DestinationState, entryOf } from '../fields/use-ramp-fields.js'
import type { RampTranslate } from '../texts/ramp-texts.js'
import { useRampContext } from './ramp-screen.js'

/** The form of a guest, which has to be filled in before a session can be made. */
export function RampForm() {
  const { ramp, t } = useRampContext()
  const { email, destination } = ramp.fields
  const form = useRef<HTMLDivElement>(null)
  const [presses, setPresses] = useState(0)
  useEnter(form)
  useEffect(() => {
    if (presses > 0) focusFirstError(form.current)
  }, [presses])
  const emailIsWrong = email.problem === 'refused' || (presses > 0 && email.problem !== null)
  const destinationIsWrong = destination.inputProps['aria-invalid']
  const submit = () => {
    setPresses(presses + 1)
    if (entryOf(ramp.fields)) ramp.actions.start()
  }

  // The focus moves to the missing or wrong field.
  const leads = email.problem === null && destinationIsWrong ? 'destination' : 'email'
  return (
    <div className="ly-body" ref={form} data-ly-sight="">
      <TextField
        {...email.inputProps}
        label={t('emailLabel')}
        isBad={emailIsWrong}
        data-ly-lead={leads === 'email' ? '' : undefined}
        hint={t(emailIsWrong ? 'emailWrong' : 'emailHint')}
      />
      <TextField
        {...destination.inputProps}
        label={t('destinationLabel')}
        optional={!destination.locked && t('optional')}
        isBad={destinationIsWrong}
        data-ly-lead={leads === 'destination' ? '' : undefined}
        after={
          destination.state.status === 'right' && (
            <span className="ly-right" aria-hidden="true">
              ✓
            </span>
          )
        }
        hint={!destination.locked && destinationHint(destination.state, t)}
      />
      <Button busy={destination.state.status === 'checking'} onClick={submit} data-ly-submit="">
        {t('rampNext')}
      </Button>
    </div>
  )
}

const PASTED = {
  invoice: 'pastedInvoice',
  offer: 'pastedOffer',
  lnurl: 'pastedLnurl',
  // An address with a mistake, or of another network.
  bitcoin_address: undefined,
  silent_payment_address: 'pastedSilent',
  payment_name: 'pastedName',
  unknown_requirement: 'pastedRequirement',
  nostr_key: 'pastedNostr',
  secret_key: 'pastedSecret',
  web_link: 'pastedLink',
} as const satisfies Record<PastedKind | 'unknown_requirement', RampMessageKey | undefined>

function destinationHint(state: DestinationState, t: RampTranslate): string {
  if (state.status === 'not_lightning') return t('destinationEmail', { address: state.address })
  if (state.status === 'not_in_sandbox') return t('addressSandbox', { example: SANDBOX_EXAMPLE })
  if (state.status !== 'wrong') return t('destinationHint')
  const named = state.kind && PASTED[state.kind]
  return named ? `${t(named)} ${t('destinationHint')}` : t('destinationWrong')
}
