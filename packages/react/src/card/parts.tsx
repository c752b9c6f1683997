import type { ComponentPropsWithoutRef, ReactNode } from 'react'

export interface ButtonProps
  extends Omit<ComponentPropsWithoutRef<'button'>, 'type' | 'className' | 'disabled'> {
  look?: 'main' | 'ghost'
  size?: 'small'
  /** Cannot be used now. It stays in the tab order, so that nobody loses their place. */
  off?: boolean
  /** At work: a spinner is shown, and clicks do nothing. */
  busy?: boolean
}

export function Button({ look = 'main', size, off, busy, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className="leyden-button"
      data-look={look}
      data-size={size}
      aria-disabled={off || busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}

/** A link that looks like a button: for `lightning:` links, which have to be real ones. */
export function ButtonLink(
  props: Omit<ComponentPropsWithoutRef<'a'>, 'className'> & { look?: 'main' | 'ghost'; size?: 'small' },
) {
  const { look = 'main', size, children, ...rest } = props
  return (
    <a {...rest} className="leyden-button" data-look={look} data-size={size}>
      {children}
    </a>
  )
}

/** A button that looks like a link. */
export function TextButton(props: Omit<ComponentPropsWithoutRef<'button'>, 'type' | 'className'>) {
  return <button {...props} type="button" className="leyden-link" />
}

export function Spinner({ size }: { size?: 'big' }) {
  return <span className="leyden-spinner" data-size={size} aria-hidden="true" />
}

interface HintProps {
  id?: string
  tone?: 'bad' | 'ok' | undefined
  /** Keeps no line free, and no space. */
  rare?: boolean
  children?: ReactNode
}

export function Hint({ id, tone, rare, children }: HintProps) {
  return (
    <div className="leyden-hint" id={id} data-tone={tone} data-rare={rare || undefined}>
      {children}
    </div>
  )
}

interface NoteProps {
  tone?: 'ok' | 'bad' | 'warn' | undefined
  /** Says what the view is about: focus comes to rest here when the view appears. */
  leads?: boolean
  children: ReactNode
}

export function Note({ tone, leads, children }: NoteProps) {
  return (
    <div
      className="leyden-note"
      data-tone={tone}
      tabIndex={leads ? -1 : undefined}
      data-lead={leads ? '' : undefined}
    >
      {children}
    </div>
  )
}

/** Name and value pairs. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="leyden-facts">{children}</dl>
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="leyden-fact-name">{name}</dt>
      <dd className="leyden-fact">
        <bdi>{children}</bdi>
      </dd>
    </>
  )
}

/** The round sign above an ending. */
export function Mark({ tone, children }: { tone?: 'ok' | 'warn' | 'bad' | undefined; children: ReactNode }) {
  return (
    <div className="leyden-mark" data-tone={tone} aria-hidden="true">
      {children}
    </div>
  )
}

export function Tick() {
  return (
    <svg
      className="leyden-tick"
      width="32"
      height="32"
      viewBox="0 0 34 34"
      fill="none"
      stroke="currentColor"
      strokeWidth="3.5"
      aria-hidden="true"
    >
      <path strokeLinecap="round" strokeLinejoin="round" d="M8 18l6 6L26 11" />
    </svg>
  )
}
