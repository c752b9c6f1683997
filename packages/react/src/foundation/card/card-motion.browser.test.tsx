import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import { renderPay } from '../../test-support/render-pay.js'

interface Session {
  send(
    method: 'Emulation.setEmulatedMedia',
    params: { features: { name: string; value: string }[] },
  ): Promise<void>
}
const emulateMotion = (value: string) =>
  (cdp() as unknown as Session).send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-reduced-motion', value }],
  })

afterEach(async () => {
  vi.restoreAllMocks()
  await emulateMotion('')
})

const tip = { address: 'alice@wallet.example', amountSats: 2_100 } as const
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const invoice = () => screen.findByRole('img', { name: /^QR code/ })
const card = () => screen.getByRole('region')

interface Movement {
  element: Element
  frames: Record<string, string[]>
  animation: Animation
}

/** Records every movement, whenever it ends. */
function recordMovements(): Movement[] {
  const movements: Movement[] = []
  const animate = Element.prototype.animate
  vi.spyOn(Element.prototype, 'animate').mockImplementation(function (this: Element, frames, options) {
    const animation = animate.call(this, frames, options)
    movements.push({ element: this, frames: frames as Movement['frames'], animation })
    return animation
  })
  return movements
}

const ofCard = (movements: readonly Movement[]) => movements.filter(({ element }) => element === card())
/** Waits until nothing moves. React runs the effects of a new view twice in tests, so some movements were cancelled. */
const ended = (movements: readonly Movement[]) =>
  Promise.all(
    movements.flatMap(({ animation }) => (animation.playState === 'idle' ? [] : animation.finished)),
  )
const codesIn = (element: Element) => [...element.querySelectorAll<HTMLElement>('.ly-qr')]

describe('a card that shows another view', () => {
  it('has its height at once after a press, and uncovers it', async () => {
    const movements = recordMovements()
    renderPay(tip)
    await press(/^Pay( \d|$)/)
    await invoice()
    const [growth] = ofCard(movements)
    expect(Object.keys(growth?.frames ?? {})).toEqual(['clipPath'])
    const view = movements.find(({ element }) => element.classList.contains('leyden-invoice'))
    expect(Object.keys(view?.frames ?? {})).toEqual(['opacity'])
    await ended(movements)
    expect(getComputedStyle(card()).clipPath).toBe('none')
  })

  it('can be turned back within a movement, and starts from there', async () => {
    const movements = recordMovements()
    renderPay(tip)
    await press(/^Pay( \d|$)/)
    await invoice()
    await press('Back')
    await screen.findByRole('button', { name: /^Pay( \d|$)/ })
    const [growth, shrinking] = ofCard(movements)
    expect(['idle', 'finished']).toContain(growth?.animation.playState)
    const [from = '', to = ''] = shrinking?.frames.blockSize ?? []
    expect(Number.parseFloat(from)).toBeGreaterThan(Number.parseFloat(to))
    await shrinking?.animation.finished
    expect(card().getAnimations()).toEqual([])
  })

  it('lets the code leave at once when the charge is paid', async () => {
    const { client } = renderPay(tip)
    await press(/^Pay( \d|$)/)
    await invoice()
    client.settle()
    await screen.findByRole('heading', { name: 'Paid 2,100 sats' })
    expect(codesIn(card())).toEqual([])
  })

  it('does not move for people who want less motion', async () => {
    await emulateMotion('reduce')
    const movements = recordMovements()
    const { client } = renderPay(tip)
    await press(/^Pay( \d|$)/)
    await invoice()
    client.settle()
    await screen.findByRole('heading', { name: 'Paid 2,100 sats' })
    expect(codesIn(card())).toEqual([])
    await press('Done')
    await screen.findByRole('button', { name: /^Pay( \d|$)/ })
    expect(movements).toEqual([])
  })
})
