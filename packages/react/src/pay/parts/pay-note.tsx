'use client'

import { useId } from 'react'
import { TextField } from '../../foundation/card/text-field.js'
import { awaitsRecipient } from '../pay-view.js'
import { NoteText } from './note-text.js'
import { formPart, usePayContext } from './pay-context.js'

/** The count is shown once so few characters are left. */
const FEW_LEFT = 50

/** The note that is sent with the payment, if the recipient accepts notes. Most do, so its place is kept until then. */
export const PayNote = formPart('Note', ({ pay }) => {
  const { address, note } = pay.fields
  if (!note.offered)
    return !note.locked && awaitsRecipient(address)
      ? { 'data-state': 'awaited', 'aria-hidden': true, children: <NotePlace /> }
      : null
  return {
    'data-state': note.locked ? 'locked' : note.tooLong ? 'too_long' : 'editable',
    'data-tone': note.tooLong ? 'bad' : undefined,
    children: <NoteBox />,
  }
})

function NotePlace() {
  return (
    <div className="ly-unseen">
      <span className="ly-label">&nbsp;</span>
      <div className="ly-row ly-field" />
    </div>
  )
}

function NoteBox() {
  const { pay, t } = usePayContext()
  const countId = useId()
  const { note } = pay.fields
  if (note.locked) return <NoteText>{note.text}</NoteText>
  const used = note.text.length
  const count = note.text !== '' && note.max - used <= FEW_LEFT && (
    <span
      id={countId}
      translate="no"
      className="ly-optional ly-small ly-ltr"
      data-tone={note.tooLong ? 'bad' : undefined}
    >
      {t('noteCount', { used, max: note.max })}
    </span>
  )
  return (
    <TextField
      {...note.inputProps}
      label={t('noteLabel')}
      optional={t('optional')}
      isBad={note.tooLong}
      dir="auto"
      readOnly={pay.state.status === 'requesting'}
      aria-describedby={count ? countId : undefined}
      after={count}
      hint={<span role="status">{note.tooLong && t('noteTooLong', { count: used - note.max })}</span>}
      isHintRare={!note.tooLong}
    />
  )
}
