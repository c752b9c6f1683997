import { focusables } from '../gamepad/focusables.js'

/**
 * Does what a key press does when no game cancels it: types, deletes, moves the caret, presses a button, moves the
 * focus, closes the dialog.
 */
export function typeFor(event: KeyboardEvent): void {
  const target = event.composedPath()[0]
  if (!(target instanceof HTMLElement)) return
  if (event.key === 'Escape') closeDialogOf(target)
  else if (event.key === 'Tab') moveFocus(target, event.shiftKey ? -1 : 1)
  else if (target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && hasCaret(target)))
    edit(target, event)
  else if (event.key === 'Enter' || event.key === ' ') target.click()
}

type Field = HTMLInputElement | HTMLTextAreaElement

function edit(field: Field, event: KeyboardEvent): void {
  const { key } = event
  if (event.ctrlKey || event.metaKey) {
    if (key.toLowerCase() === 'a') field.select()
    return
  }
  const start = field.selectionStart ?? field.value.length
  const end = field.selectionEnd ?? start
  const isEmpty = start === end
  const before = Math.max(0, start - 1)
  const carets = new Map([
    ['ArrowLeft', before],
    ['ArrowRight', end + 1],
    ['Home', 0],
    ['End', field.value.length],
  ])
  const caret = carets.get(key)
  if (caret !== undefined) field.setSelectionRange(caret, caret)
  switch (key) {
    case 'Backspace':
      replace(field, isEmpty ? before : start, end, '')
      break
    case 'Delete':
      replace(field, start, isEmpty ? end + 1 : end, '')
      break
    case 'Enter':
      if (field instanceof HTMLTextAreaElement) replace(field, start, end, '\n')
      break
    default:
      // The name of a key that types nothing, such as `Shift` or `F5`, is longer than one character.
      if ([...key].length === 1) replace(field, start, end, key)
  }
}

function replace(field: Field, start: number, end: number, text: string): void {
  if (field.readOnly || field.disabled) return
  if (field.maxLength >= 0 && field.value.length - (end - start) + text.length > field.maxLength) return
  field.setRangeText(text, start, Math.min(end, field.value.length), 'end')
  field.dispatchEvent(
    new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertText', data: text }),
  )
}

function hasCaret(input: HTMLInputElement): boolean {
  return ['text', 'search', 'url', 'tel', 'password'].includes(input.type)
}

function closeDialogOf(target: HTMLElement): void {
  target.closest('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }))
}

function moveFocus(target: HTMLElement, step: 1 | -1): void {
  const root = target.getRootNode()
  if (!(root instanceof ShadowRoot)) return
  const all = focusables(root)
  const at = all.indexOf(target)
  const next = all[(at + step + all.length) % all.length]
  next?.focus()
}
