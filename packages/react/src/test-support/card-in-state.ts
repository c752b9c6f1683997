import { waitFor } from '@testing-library/react'
import { lookupOf, type PayPictureProps } from './pay-picture.js'

/** The card of a picture, once the look-up of its address has failed, if it does. */
export function cardInState(container: Element, { state, lookup }: PayPictureProps): Promise<Element> {
  const { status } = lookup ?? lookupOf(state)
  const inForm = state.status === 'idle' ? `[data-address="${status}"]` : ''
  return waitFor(() => {
    const card = container.querySelector(`.leyden[data-state="${state.status}"]${inForm}`)
    if (!card) throw new Error(`No card shows the address as ${status}.`)
    return card
  })
}
