import { type ComponentPropsWithoutRef, type ReactNode, type Ref, useId, useRef, useState } from 'react'
import { Button, Hint } from '../card/parts.js'
import type { RampTranslate } from './ramp-texts.js'
import type { DestinationState } from './use-ramp-fields.js'
import type { RampHandle } from './use-ramp-widget.js'

/** What a guest has to say before a session can be made. */
export function RampForm({ ramp, t }: { ramp: RampHandle; t: RampTranslate }) {
  const { email, destination } = ramp.fields
  const emailInput = useRef<HTMLInputElement>(null)
  const destinationInput = useRef<HTMLInputElement>(null)
  const [pressed, setPressed] = useState(false)
  const emailIsWrong = email.problem === 'refused' || (pressed && email.problem !== null)
  const destinationIsWrong = destination.inputProps['aria-invalid']
  const { status } = destination.state

  const submit = () => {
    setPressed(true)
    if (email.problem !== null) emailInput.current?.focus()
    else if (destinationIsWrong) destinationInput.current?.focus()
    else if (status !== 'checking') ramp.actions.start()
  }

  return (
    <>
      <Field
        label={t('emailLabel')}
        hint={t(emailIsWrong ? 'emailWrong' : 'emailHint')}
        inputProps={{ ...email.inputProps, 'aria-invalid': emailIsWrong }}
        inputRef={emailInput}
      />
      <Field
        label={
          <>
            {t('destinationLabel')}{' '}
            {!destination.locked && <span className="ly-optional">{t('optional')}</span>}
          </>
        }
        hint={!destination.locked && destinationHint(destination.state, t)}
        inputProps={destination.inputProps}
        inputRef={destinationInput}
      >
        {status === 'right' && (
          <span className="ly-right" aria-hidden="true">
            ✓
          </span>
        )}
      </Field>
      <Button busy={status === 'checking'} onClick={submit}>
        {t('rampContinue')}
      </Button>
    </>
  )
}

interface FieldProps {
  label: ReactNode
  hint: ReactNode
  inputProps: ComponentPropsWithoutRef<'input'>
  inputRef: Ref<HTMLInputElement>
  /** Beside the input. */
  children?: ReactNode
}

function Field({ label, hint, inputProps, inputRef, children }: FieldProps) {
  const id = useId()
  const tone = inputProps['aria-invalid'] ? 'bad' : undefined
  return (
    <div>
      <label className="ly-label" htmlFor={id}>
        {label}
      </label>
      <div className="ly-field" data-tone={tone}>
        <input
          {...inputProps}
          ref={inputRef}
          id={id}
          className="ly-input ly-ltr"
          aria-describedby={`${id}-hint`}
        />
        {children}
      </div>
      <Hint id={`${id}-hint`} tone={tone}>
        {hint}
      </Hint>
    </div>
  )
}

function destinationHint(state: DestinationState, t: RampTranslate): string {
  switch (state.status) {
    case 'wrong':
      return t('destinationWrong')
    case 'not_lightning':
      return t('destinationEmail', { address: state.address })
    default:
      return t('destinationHint')
  }
}
