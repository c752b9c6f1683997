import { focusables, nextFocusable } from './focusables.js'

type Field = HTMLInputElement | HTMLTextAreaElement

/** Shortcuts with Ctrl or Command. */
const SHORTCUTS: Readonly<Record<string, string>> = {
  a: 'selectAll',
  c: 'copy',
  x: 'cut',
  y: 'redo',
  z: 'undo',
}

/**
 * Performs the default action of a key press that the game has cancelled: it types, deletes, moves the caret, copies,
 * pastes, presses a button, moves the focus or closes the dialog.
 */
export function typeFor(event: KeyboardEvent): void {
  const target = event.composedPath()[0]
  if (!(target instanceof HTMLElement)) return
  if (event.key === 'Escape')
    target.closest('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }))
  else if (event.key === 'Tab') moveFocus(target, event.shiftKey ? -1 : 1)
  else if (event.key === 'Enter' && target instanceof HTMLInputElement)
    target.dispatchEvent(new InputEvent('beforeinput', { bubbles: true, inputType: 'insertLineBreak' }))
  else if (target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && hasCaret(target)))
    edit(target, event)
  else if (event.key === 'Enter' || event.key === ' ') target.click()
}

function edit(field: Field, event: KeyboardEvent): void {
  const { key, shiftKey } = event
  // On Windows AltGr is reported as Ctrl and Alt, and it types `@` on many keyboards.
  if ((event.ctrlKey || event.metaKey) && !event.altKey) {
    shortcut(key.toLowerCase(), shiftKey)
    return
  }
  if (moveCaret(field, key, shiftKey)) return
  if (key === 'Backspace') run('delete')
  else if (key === 'Delete') run('forwardDelete')
  else if (key === 'Enter') run('insertLineBreak')
  // The name of a key that types nothing, such as `Shift` or `F5`, is longer than one character.
  else if ([...key].length === 1) run('insertText', key)
}

function shortcut(key: string, shiftKey: boolean): void {
  if (key === 'v') {
    // The browser may ask the person first, and a frame may not be allowed to read.
    navigator.clipboard?.readText().then(
      (text) => run('insertText', text),
      () => {},
    )
    return
  }
  const command = key === 'z' && shiftKey ? 'redo' : SHORTCUTS[key]
  if (command) run(command)
}

/**
 * Only edits with this command work with the browser's undo. It fires the events of an edit and respects the field's
 * limits.
 */
function run(command: string, text?: string): void {
  document.execCommand(command, false, text)
}

/** Moves the caret, if this key does. With Shift the selection grows or shrinks. @returns whether it does */
function moveCaret(field: Field, key: string, shiftKey: boolean): boolean {
  const { value, selectionDirection } = field
  const start = field.selectionStart ?? value.length
  const end = field.selectionEnd ?? start
  const [anchor, caret] = selectionDirection === 'backward' ? [end, start] : [start, end]
  // An arrow key moves the caret to that end of a selection.
  const collapses = !shiftKey && start !== end
  const carets = new Map([
    ['ArrowLeft', collapses ? start : Math.max(0, caret - 1)],
    ['ArrowRight', collapses ? end : caret + 1],
    ['Home', 0],
    ['End', value.length],
  ])
  const to = carets.get(key)
  if (to === undefined) return false
  const from = shiftKey ? anchor : to
  field.setSelectionRange(Math.min(from, to), Math.max(from, to), to < from ? 'backward' : 'forward')
  return true
}

function hasCaret(input: HTMLInputElement): boolean {
  return ['text', 'search', 'url', 'tel', 'password'].includes(input.type)
}

function moveFocus(target: HTMLElement, step: 1 | -1): void {
  const root = target.getRootNode()
  if (root instanceof ShadowRoot) nextFocusable(focusables(root), target, step)?.focus()
}
