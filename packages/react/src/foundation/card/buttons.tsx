import type { ComponentPropsWithoutRef } from 'react'
import type { Translate } from '../messages/use-messages.js'
import { Spinner } from './parts.js'

export interface ButtonProps
  extends Omit<ComponentPropsWithoutRef<'button'>, 'type' | 'className' | 'disabled'> {
  look?: 'main' | 'ghost' | undefined
  size?: 'small' | undefined
  /** Whether the button cannot be used now. It stays in the tab order, so that the focus does not move. */
  off?: boolean | undefined
  /** Whether it shows a spinner and ignores clicks. */
  busy?: boolean | undefined
}

export function Button({ look = 'main', size, off, busy, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className="ly-button"
      data-ly-look={look}
      data-ly-size={size}
      aria-disabled={off || busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}

/** A button beside the main one. */
export function SecondButton(props: ButtonProps) {
  return <Button look="ghost" {...props} />
}

interface RetryButtonProps {
  /** Whole seconds until it can be pressed. */
  seconds: number
  onRetry: () => void
  t: Translate<'tryAgain' | 'tryAgainIn'>
}

export function RetryButton({ seconds, onRetry, t }: RetryButtonProps) {
  return seconds > 0 ? (
    <Button off>{t('tryAgainIn', { seconds })}</Button>
  ) : (
    <Button onClick={onRetry}>{t('tryAgain')}</Button>
  )
}

/** A link that looks like a button: a `lightning:` link has to be a real link. */
export function ButtonLink({
  look = 'main',
  size,
  ...rest
}: Omit<ComponentPropsWithoutRef<'a'>, 'className'> & Pick<ButtonProps, 'look' | 'size'>) {
  return <a {...rest} className="ly-button" data-ly-look={look} data-ly-size={size} />
}

/** A button that looks like a link. */
export function TextButton(props: Omit<ComponentPropsWithoutRef<'button'>, 'type' | 'className'>) {
  return <button {...props} type="button" className="ly-link" />
}
