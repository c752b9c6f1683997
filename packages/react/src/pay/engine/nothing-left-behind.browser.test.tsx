import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { passTime, stopTime } from '../../test-support/let-time-pass.js'
import { renderPay } from '../../test-support/render-pay.js'
import { createFakeClient } from '../../testing/fake-client.js'

/** How long TanStack Query keeps an unused answer, for which it has its own timer. */
const CACHE_MS = 300_000

/** Counts the timers and listeners that a widget starts on the page and has to stop. */
function countTimersAndListeners() {
  const timers = new Set<unknown>()
  /** Those of this test, by event. One of an earlier test may still be removed in it. */
  const listeners = new Map<string, unknown[]>()
  const {
    setTimeout: realSetTimeout,
    clearTimeout: realClearTimeout,
    setInterval: realSetInterval,
    clearInterval: realClearInterval,
  } = window
  vi.spyOn(window, 'setTimeout').mockImplementation(((run: () => void, ms: number, ...rest: unknown[]) => {
    const timer = realSetTimeout(
      () => {
        timers.delete(timer)
        run()
      },
      ms,
      ...rest,
    )
    if ((ms ?? 0) > 0 && ms !== CACHE_MS) timers.add(timer)
    return timer
  }) as unknown as typeof window.setTimeout)
  vi.spyOn(window, 'clearTimeout').mockImplementation((timer) => {
    timers.delete(timer)
    realClearTimeout(timer)
  })
  vi.spyOn(window, 'setInterval').mockImplementation(((run: () => void, ms: number) => {
    const timer = realSetInterval(run, ms)
    timers.add(timer)
    return timer
  }) as unknown as typeof window.setInterval)
  vi.spyOn(window, 'clearInterval').mockImplementation((timer) => {
    timers.delete(timer)
    realClearInterval(timer)
  })
  for (const target of [window, document])
    for (const method of ['addEventListener', 'removeEventListener'] as const) {
      const realMethod = target[method].bind(target) as (...args: unknown[]) => void
      vi.spyOn(target, method as 'addEventListener').mockImplementation((...args: unknown[]) => {
        const type = String(args[0])
        if (/^(online|offline|pageshow|visibilitychange|webln:ready|pointerdown)$/.test(type)) {
          const others = (listeners.get(type) ?? []).filter((listener) => listener !== args[1])
          listeners.set(type, method === 'addEventListener' ? [...others, args[1]] : others)
        }
        realMethod(...args)
      })
    }
  return {
    timers,
    openListeners: () => [...listeners].filter(([, each]) => each.length > 0).map(([type]) => type),
    isListening: (type: string) => (listeners.get(type) ?? []).length > 0,
  }
}

let page: ReturnType<typeof countTimersAndListeners>
beforeEach(() => {
  page = countTimersAndListeners()
})

const waitForFrames = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

describe('a widget that is gone', () => {
  it.each(['form', 'invoice', 'expired'])(
    'leaves no timer, listener or watch behind from its %s on, once its charge has ended',
    async (stage) => {
      stopTime()
      const { client, unmount } = renderPay({ address: 'alice@wallet.example', amountSats: 2_100 })
      await screen.findByText('Tips for Alice')
      if (stage !== 'form') {
        await userEvent.click(await screen.findByRole('button', { name: /^Pay( \d|$)/ }))
        await screen.findByRole('img', { name: /^QR code/ })
        expect(page.timers.size).toBeGreaterThan(0)
        expect(page.isListening('visibilitychange')).toBe(true)
      }
      if (stage === 'expired') {
        passTime(3_600)
        await screen.findByRole('heading', { name: 'This invoice has expired' })
      }
      unmount()
      await waitForFrames()
      // The charge can still be paid, and any page that the person opens next has to report the payment.
      if (stage !== 'form') {
        expect(client.watching).toBe(1)
        passTime(stage === 'invoice' ? 3_664 : 64)
      }
      // The last check of the charge is asynchronous.
      for (let tries = 0; tries < 200 && page.openListeners().length > 0; tries++) await waitForFrames()
      expect(page.openListeners()).toEqual([])
      expect(client.watching).toBe(0)
      // Frame by frame, because `vi.waitFor` starts timers, which would count.
      while (page.timers.size > 0) await waitForFrames()
    },
  )
})

describe('a card', () => {
  it('keeps its height while an address is looked up and the result is shown', async () => {
    renderPay({ presets: [500] }, { server: { addresses: { 'a@b.example': {} }, delayMs: 600_000 } })
    const card = screen.getByRole('region')
    const field = screen.getByLabelText('Lightning Address')
    const before = card.getBoundingClientRect().height
    await userEvent.type(field, 'x@yy.example')
    await screen.findByText('Looking up yy.example…')
    expect(card.getBoundingClientRect().height).toBe(before)
  })

  it('does not move while an invoice is requested and copied', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const client = createFakeClient()
    const charge = client.createCharge
    let releaseAnswer = () => {}
    const answerReleased = new Promise<void>((resolve) => {
      releaseAnswer = resolve
    })
    client.createCharge = async (...request) => {
      await answerReleased
      return charge(...request)
    }
    renderPay({ address: 'alice@wallet.example', defaultAmountSats: 2_100 }, { client })
    const payButton = await screen.findByRole('button', { name: /^Pay( \d|$)/ })
    await screen.findByText('Tips for Alice')
    const payButtonBox = payButton.getBoundingClientRect()
    await userEvent.click(payButton)
    const busyButton = await screen.findByRole('button', { name: 'Getting the invoice…' })
    expect(busyButton.getBoundingClientRect()).toEqual(payButtonBox)
    releaseAnswer()
    const copy = await screen.findByRole('button', { name: 'Copy invoice' })
    const copyButtonBox = copy.getBoundingClientRect()
    await userEvent.click(copy)
    expect((await screen.findByRole('button', { name: 'Copied' })).getBoundingClientRect()).toEqual(
      copyButtonBox,
    )
  })
})
