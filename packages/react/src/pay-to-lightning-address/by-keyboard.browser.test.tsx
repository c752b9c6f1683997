import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { payFixtures } from '../pay-flow/fixtures.js'
import { LeydenProvider } from '../provider/leyden-provider.js'
import { Moment } from '../test-support/moment.js'
import { payMoments } from '../test-support/pay-model.js'
import { renderPay } from '../test-support/render-pay.js'

/** Tabs on until something of this name has the focus. */
async function tabTo(name: RegExp) {
  for (let steps = 0; steps < 15; steps++) {
    await userEvent.tab()
    const element = document.activeElement
    const label = element?.getAttribute('aria-label') ?? element?.textContent
    const field = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : ''
    if (name.test(field || label || '')) return
  }
  throw new Error(`Nothing called ${name} is to be reached with the Tab key.`)
}

describe('with a keyboard alone', () => {
  it('somebody types an address, chooses an amount, gets an invoice, goes back and pays', async () => {
    const { client } = renderPay({ presets: [500, 2_100] })
    await tabTo(/Lightning Address/)
    await userEvent.keyboard('alice@wallet.example')
    await screen.findByText('Tips for Alice')
    await tabTo(/^2,100$/)
    await userEvent.keyboard(' ')
    await tabTo(/Note/)
    await userEvent.keyboard('Great stream!')
    await tabTo(/Show invoice/)
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('img', { name: /^QR code/ })
    await tabTo(/^Copy invoice$/)
    await userEvent.tab({ shift: true })
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('button', { name: 'Show invoice' })
    await tabTo(/Show invoice/)
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('img', { name: /^QR code/ })
    client.settle()
    await screen.findByRole('heading', { name: 'Paid 2,100 sats' })
    await tabTo(/^Done$/)
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByRole('button', { name: 'Show invoice' })).toBeVisible()
  })

  it('sees where it is', async () => {
    renderPay({ address: 'alice@wallet.example', presets: [500] })
    await screen.findByText('10 to 150,000 sats')
    await tabTo(/^500$/)
    expect(getComputedStyle(document.activeElement as Element).outlineStyle).toBe('solid')
    await tabTo(/Note/)
    const field = document.activeElement?.closest('.ly-field')
    expect(field && getComputedStyle(field).boxShadow).not.toBe('none')
  })
})

describe('under a finger', () => {
  const moments = [
    ...payMoments,
    { name: 'on a phone', state: payFixtures.awaiting, more: { isTouch: true, hasBrowserWallet: true } },
  ]
  it.each(moments)('every control is large enough: $name', ({ name: _, ...moment }) => {
    const { container } = render(
      <LeydenProvider>
        <Moment {...moment} options={{ presets: [500n, 2_100n] }} />
      </LeydenProvider>,
    )
    const controls = [...container.querySelectorAll<HTMLElement>('button, a, input, summary, textarea')]
    for (const control of controls) {
      const { width, height } = control.getBoundingClientRect()
      const about = `${control.textContent || control.tagName} ${width}×${height}`
      expect(Math.min(width, height), about).toBeGreaterThanOrEqual(24)
      // What the state is there for.
      if (control.matches('.ly-button')) expect(height, about).toBeGreaterThanOrEqual(44)
    }
  })
})
