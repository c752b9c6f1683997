import { type RefObject, useEffect } from 'react'
import { listen } from '../page/listen.js'

/**
 * Presses the button of a form, which has `data-ly-submit`, when somebody presses Enter in one of its fields, or "Go"
 * on a phone. It listens to the input event of the key, not to the key event, which the page of a game may capture. A
 * `<form>` would not submit in a sandboxed frame. WebKit fires no input event for Enter, so the key event is used
 * there.
 */
export function useEnter(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current
    const fieldOf = (event: Event) => {
      const [field] = event.composedPath()
      return field instanceof HTMLInputElement ? field : undefined
    }
    const beforeinput = (event: InputEvent) => {
      if (event.inputType !== 'insertLineBreak' || !fieldOf(event)) return
      element?.querySelector<HTMLElement>('[data-ly-submit]')?.click()
    }
    const keydown = (event: KeyboardEvent) => {
      const field = fieldOf(event)
      // 229 is the code of a key of an input method, also when WebKit has just ended its composition.
      if (event.key !== 'Enter' || !field || event.defaultPrevented || event.keyCode === 229) return
      event.preventDefault()
      field.dispatchEvent(new InputEvent('beforeinput', { bubbles: true, inputType: 'insertLineBreak' }))
    }
    return listen(element, { beforeinput, keydown })
  }, [root])
}

/** Moves the focus to the first field that has an error. */
export function focusFirstError(root: HTMLElement | null): void {
  root?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}

/**
 * Moves the focus to the first empty mandatory field if the form appears in a dialog and nothing in it has the focus.
 * Not on touch devices, where the keyboard would cover the dialog.
 */
export function startInDialog(form: HTMLElement | null): void {
  const tree = form?.getRootNode() as Document | ShadowRoot | undefined
  const active = tree?.activeElement
  if (!form || active?.localName !== 'dialog' || !active.contains(form)) return
  if (window.matchMedia?.('(pointer: coarse)').matches) return
  const fields = [...form.querySelectorAll<HTMLInputElement>('[data-ly-needed] input')]
  fields.find(({ value, readOnly }) => value === '' && !readOnly)?.focus()
}
