import { type RefObject, useEffect } from 'react'

/**
 * Presses the button of a form, which has `data-ly-submit`, when somebody presses Enter in one of its fields, or "Go"
 * on a phone. It listens to what the key does, not to the key, which the page of a game may capture; and a `<form>`
 * submits nothing in a sandboxed frame. WebKit reports nothing that the key does: there it is told here.
 */
export function useEnter(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current
    const fieldOf = (event: Event) => {
      const [field] = event.composedPath()
      return field instanceof HTMLInputElement ? field : undefined
    }
    const onInput = (event: InputEvent) => {
      if (event.inputType !== 'insertLineBreak' || !fieldOf(event)) return
      element?.querySelector<HTMLElement>('[data-ly-submit]')?.click()
    }
    const onKey = (event: KeyboardEvent) => {
      const field = fieldOf(event)
      // 229 is a key of an input method, also where WebKit has just ended its composition.
      if (event.key !== 'Enter' || !field || event.defaultPrevented || event.keyCode === 229) return
      event.preventDefault()
      field.dispatchEvent(new InputEvent('beforeinput', { bubbles: true, inputType: 'insertLineBreak' }))
    }
    element?.addEventListener('beforeinput', onInput)
    element?.addEventListener('keydown', onKey)
    return () => {
      element?.removeEventListener('beforeinput', onInput)
      element?.removeEventListener('keydown', onKey)
    }
  }, [root])
}

/** Moves the focus to the first field that has an error. */
export function focusFirstError(root: HTMLElement | null): void {
  root?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}

/**
 * Puts the cursor into the first empty field that has to be filled in, where the form appears in a dialog and nothing in
 * it has the focus. Not under a finger, where the keyboard would cover the dialog.
 */
export function startInDialog(form: HTMLElement | null): void {
  const tree = form?.getRootNode() as Document | ShadowRoot | undefined
  const active = tree?.activeElement
  if (!form || active?.localName !== 'dialog' || !active.contains(form)) return
  if (window.matchMedia?.('(pointer: coarse)').matches) return
  const fields = [...form.querySelectorAll<HTMLInputElement>('[data-ly-needed] input')]
  fields.find(({ value, readOnly }) => value === '' && !readOnly)?.focus()
}
