'use client'

import { forwardRef, useId } from 'react'
import { type PartProps, usePart } from '../card/part.js'
import { Hint } from '../card/parts.js'
import { usePayContext } from './pay-context.js'
import type { PayHandle } from './pay-handle.js'
import { isForm } from './pay-view.js'

export type PayNoteProps = PartProps<'div', PayHandle>

/** The note that goes out with the payment, where the recipient takes one. */
export const PayNote = forwardRef<HTMLDivElement, PayNoteProps>(function PayNote(given, ref) {
  const { pay } = usePayContext('Note')
  const { note } = pay.fields
  const element = usePart({
    tag: 'div',
    own: {
      className: 'leyden-note ly-part',
      'data-state': note.locked ? 'locked' : note.tooLong ? 'too_long' : 'editable',
      'data-tone': note.tooLong ? 'bad' : undefined,
      children: <NoteBox />,
    },
    given,
    ref,
    handle: pay,
  })
  return isForm(pay) && note.offered ? element : null
})

function NoteBox() {
  const { pay, t } = usePayContext('Note')
  const id = useId()
  const { note } = pay.fields
  if (note.locked)
    return (
      <div>
        <div className="ly-label">{t('noteLabel')}</div>
        <bdi>{note.text}</bdi>
      </div>
    )
  const used = note.text.length
  return (
    <div>
      <label className="ly-label" htmlFor={id}>
        {t('noteLabel')} <span className="ly-optional">{t('optional')}</span>
      </label>
      <div className="ly-field" data-tone={note.tooLong ? 'bad' : undefined}>
        <input
          {...note.inputProps}
          id={id}
          className="ly-input"
          dir="auto"
          readOnly={pay.state.status === 'requesting'}
          enterKeyHint="go"
          aria-describedby={`${id}-count`}
        />
        <span id={`${id}-count`} className="ly-counter ly-ltr" data-tone={note.tooLong ? 'bad' : undefined}>
          {t('noteCount', { used, max: note.max })}
        </span>
      </div>
      <Hint tone="bad" rare={!note.tooLong}>
        <span role="status">{note.tooLong && t('noteTooLong', { count: used - note.max })}</span>
      </Hint>
    </div>
  )
}
