import { fireEvent } from '@testing-library/react'

// What React calls a change is what browsers call input, and so does the runtime of the embed.
const { change } = fireEvent
fireEvent.change = (element, init) =>
  isTyped(element) ? fireEvent.input(element, init) : change(element, init)

function isTyped(element: unknown): boolean {
  if (element instanceof HTMLTextAreaElement) return true
  return element instanceof HTMLInputElement && !/^(?:checkbox|radio|file)$/.test(element.type)
}
