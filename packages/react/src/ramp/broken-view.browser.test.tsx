import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  click,
  heading,
  inAWideWindow,
  rampFrame,
  rampServer,
  renderRamp,
} from '../test-support/render-ramp.js'
import type { RampWidgetProps } from './ramp-widget-props.js'

inAWideWindow()

const problem = 'This part of the page has a problem.'

async function renderOpenRamp(props: RampWidgetProps = {}) {
  // The browser and the widget report each error.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const told = { onError: vi.fn(), onCompleted: vi.fn() }
  const rendered = renderRamp({ ...told, ...props }, { server: rampServer })
  click('Continue to provider')
  await waitFor(() => expect(rampFrame()).not.toBeNull())
  return { ...told, ...rendered }
}

it('a view whose elements are gone says so, and the purchase goes on', async () => {
  const { ramp, onError, onCompleted } = await renderOpenRamp()
  // An extension does so. React throws when it removes the element itself.
  document.querySelector('.leyden-frame')?.remove()
  ramp.setSessionState({ status: 'completed' })
  expect(await screen.findByRole('alert')).toHaveTextContent(problem)
  expect(onError).toHaveBeenCalledTimes(1)
  expect(onError).toHaveBeenCalledWith(expect.objectContaining({ code: 'UNKNOWN' }))
  await waitFor(() => expect(onCompleted).toHaveBeenCalledTimes(1))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await heading('Purchase complete')).toBeVisible()
})

it('a widget that fails as a whole says so in its card', async () => {
  const { onError, rerender } = await renderOpenRamp()
  let isBroken = true
  const metadata = {
    get order() {
      if (isBroken) throw new Error('No order.')
      return '7'
    },
  }
  rerender({ onError, metadata, className: 'of-shop' })
  expect(await screen.findByRole('alert')).toHaveTextContent(problem)
  expect(screen.getByRole('region', { name: 'Buy bitcoin' })).toHaveClass('of-shop')
  expect(onError).toHaveBeenCalledWith(expect.objectContaining({ code: 'UNKNOWN' }))
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.queryByRole('alert')).toBeNull()
})
