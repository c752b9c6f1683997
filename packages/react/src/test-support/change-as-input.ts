import { fireEvent } from '@testing-library/react'

// React's change event is the browsers' input event, and preact/compat listens to that.
const { change } = fireEvent
fireEvent.change = (element, init) =>
  isTyped(element) ? fireEvent.input(element, init) : change(element, init)

function isTyped(element: unknown): boolean {
  if (element instanceof HTMLTextAreaElement) return true
  return element instanceof HTMLInputElement && !/^(?:checkbox|radio|file)$/.test(element.type)
}
