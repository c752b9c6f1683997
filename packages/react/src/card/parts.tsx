import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import type { Translate } from '../messages/use-messages.js'

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
export function ButtonLink(
  props: Omit<ComponentPropsWithoutRef<'a'>, 'className'> & Pick<ButtonProps, 'look' | 'size'>,
) {
  const { look = 'main', size, ...rest } = props
  return <a {...rest} className="ly-button" data-ly-look={look} data-ly-size={size} />
}

/** A button that looks like a link. */
export function TextButton(props: Omit<ComponentPropsWithoutRef<'button'>, 'type' | 'className'>) {
  return <button {...props} type="button" className="ly-link" />
}

export function Spinner() {
  return <span className="ly-spinner" aria-hidden="true" />
}

interface HintProps {
  id?: string | undefined
  tone?: 'bad' | undefined
  /** Whether no space is reserved while there is no text. */
  rare?: boolean | undefined
  children?: ReactNode
}

export function Hint({ id, tone, rare, children }: HintProps) {
  return (
    <div className="ly-hint ly-small ly-muted" id={id} data-tone={tone} data-ly-rare={rare || undefined}>
      {children}
    </div>
  )
}

interface NoteProps {
  tone?: 'ok' | 'bad' | 'warn' | undefined
  /** A text in bold, on its own line. */
  title?: string | undefined
  /** The heading of a view. It takes the focus when the view appears. */
  leads?: boolean | undefined
  children: ReactNode
}

export function Note({ tone, title, leads, children }: NoteProps) {
  return (
    <div
      className="ly-note"
      data-tone={tone}
      tabIndex={leads ? -1 : undefined}
      data-ly-lead={leads ? '' : undefined}
    >
      {title !== undefined && <strong className="ly-strong ly-line">{title}</strong>}
      {children}
    </div>
  )
}

/** A name and its value, in a `<dl className="ly-facts">`. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="ly-muted">{name}</dt>
      <dd className="ly-fact">
        <bdi>{children}</bdi>
      </dd>
    </>
  )
}

export function Tick() {
  return (
    <svg className="ly-tick" width="32" height="32" viewBox="0 0 34 34" strokeWidth="3.5" aria-hidden="true">
      <path strokeLinecap="round" strokeLinejoin="round" pathLength="1" d="M8 18l6 6L26 11" />
    </svg>
  )
}
