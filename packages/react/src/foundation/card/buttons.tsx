import type { ComponentPropsWithoutRef } from 'react'
import { Icon, type IconName } from '../icons/icon.js'
import { inElement } from './address-text.js'
import { Spinner } from './parts.js'

export interface ButtonProps
  extends Omit<ComponentPropsWithoutRef<'button'>, 'type' | 'className' | 'disabled'> {
  look?: 'main' | 'ghost' | undefined
  /** An icon before the text. */
  icon?: IconName | undefined
  /** Whether the button cannot be used now. It stays in the tab order, so that the focus does not move. */
  off?: boolean | undefined
  /** Whether it shows a spinner and ignores clicks. */
  busy?: boolean | undefined
}

export function Button({ look = 'main', icon, off, busy, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className="ly-button"
      data-ly-look={look}
      aria-disabled={off || busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} />}
      {inElement(children)}
    </button>
  )
}

/** A button beside the main one. */
export function SecondButton(props: ButtonProps) {
  return <Button look="ghost" {...props} />
}

/** A link that looks like a button: a `lightning:` link has to be a real link. */
export function ButtonLink({
  look = 'main',
  icon,
  children,
  ...rest
}: Omit<ComponentPropsWithoutRef<'a'>, 'className'> & Pick<ButtonProps, 'look' | 'icon'>) {
  return (
    <a {...rest} className="ly-button" data-ly-look={look}>
      {icon && <Icon name={icon} />}
      {inElement(children)}
    </a>
  )
}

interface TextButtonProps extends Omit<ComponentPropsWithoutRef<'button'>, 'type' | 'className'> {
  /** An icon before the text. */
  icon?: IconName | undefined
}

/** A button that looks like a link. */
export function TextButton({ icon, children, ...rest }: TextButtonProps) {
  return (
    <button {...rest} type="button" className="ly-link">
      {icon && <Icon name={icon} />}
      {inElement(children)}
    </button>
  )
}
