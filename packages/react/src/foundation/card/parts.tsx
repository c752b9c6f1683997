import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import { Icon } from '../icons/icon.js'
import { AddressText, sentenceInElement } from './address-text.js'
import type { Tone } from './card.js'

export function Spinner() {
  return <span className="ly-spinner" aria-hidden="true" />
}

interface HintProps {
  id?: string | undefined
  tone?: 'bad' | undefined
  /** Whether it tells a failure that is nobody's mistake here. */
  isFailure?: boolean | undefined
  /** Whether no space is reserved while there is no text. */
  rare?: boolean | undefined
  children?: ReactNode
}

/** A line below a field. An error is shown as everywhere: an icon, the line, and what can be done. */
export function Hint({ id, tone, isFailure, rare, children }: HintProps) {
  return (
    <div className="ly-hint ly-small ly-muted" id={id} data-tone={tone} data-ly-rare={rare || undefined}>
      {(tone === 'bad' || isFailure) && <Icon name="warning" />}
      {sentenceInElement(children)}
    </div>
  )
}

interface NoteProps {
  id?: string | undefined
  tone?: Tone | undefined
  /** A text in bold, on its own line. */
  title?: string | undefined
  /** Whether it is the heading of a view, and takes the focus when the view appears. */
  leads?: boolean | undefined
  children?: ReactNode
}

export function Note({ id, tone, title, leads, children }: NoteProps) {
  return (
    <div
      id={id}
      className="ly-note ly-marked"
      data-tone={tone}
      tabIndex={leads ? -1 : undefined}
      data-ly-lead={leads ? '' : undefined}
    >
      {(tone === 'bad' || tone === 'warn') && <Icon name="warning" />}
      <div className="ly-grow">
        {title !== undefined && (
          <strong className="ly-strong ly-line">
            <AddressText text={title} />
          </strong>
        )}
        {sentenceInElement(children)}
      </div>
    </div>
  )
}

interface TitleProps extends ComponentPropsWithoutRef<'h2'> {
  /** Whether it takes the focus when its view appears, and not a note below it. @default true */
  leads?: boolean | undefined
}

/** The heading of a view. */
export function Title({ leads = true, ...rest }: TitleProps) {
  return <h2 className="ly-title" tabIndex={-1} data-ly-lead={leads ? '' : undefined} {...rest} />
}
