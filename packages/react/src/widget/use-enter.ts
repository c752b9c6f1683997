import { type RefObject, useEffect } from 'react'

/**
 * Presses the button of a form, which has `data-ly-submit`, when somebody presses Enter in one of its fields, or "Go"
 * on a phone. It listens to what the key does, not to the key, which the page of a game may capture; and a `<form>`
 * submits nothing in a sandboxed frame.
 */
export function useEnter(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current
    const onInput = (event: InputEvent) => {
      const [field] = event.composedPath()
      if (event.inputType !== 'insertLineBreak' || !(field instanceof HTMLInputElement)) return
      element?.querySelector<HTMLElement>('[data-ly-submit]')?.click()
    }
    element?.addEventListener('beforeinput', onInput)
    return () => element?.removeEventListener('beforeinput', onInput)
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
