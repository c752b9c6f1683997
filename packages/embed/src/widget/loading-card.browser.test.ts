import { afterEach, expect, it, vi } from 'vitest'
import { drawLoadingCard, type LoadingStatus } from './loading-card.js'

afterEach(() => {
  document.body.replaceChildren()
  vi.restoreAllMocks()
})

it.each([
  ['loading', true, ''],
  ['slow', true, 'This is taking longer than usual.'],
  ['slow', false, 'This is taking longer than usual.'],
  ['failed', true, 'This site is not responding. If this happens again, reload the page.'],
  ['failed', false, 'You are offline.'],
] as const)('names what it waits for: %s, online %s', (status: LoadingStatus, isOnline, line) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  const onRetry = vi.fn()
  const section = document.createElement('section')
  document.body.append(section)
  drawLoadingCard(section, 'pay', {}, { locale: 'he', messages: { tryAgain: 'שוב' } }, status, onRetry)
  expect(section).toMatchObject({
    ariaLabel: 'Pay with Lightning',
    ariaBusy: String(status !== 'failed'),
    dir: 'rtl',
  })
  expect(section.querySelector('[role=status]')?.textContent).toBe(line)
  section.querySelector('button')?.click()
  expect(onRetry).toHaveBeenCalledTimes(status === 'failed' ? 1 : 0)
  if (status === 'failed') expect(document.activeElement).toBe(section)
})
