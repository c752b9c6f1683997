import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import { LeydenProvider } from '../../foundation/provider/leyden-provider.js'
import { cardInState } from '../../test-support/card-in-state.js'
import { PayPicture, type PayPictureProps, payPictures } from '../../test-support/pay-picture.js'
import { renderPay } from '../../test-support/render-pay.js'
import { createFakeClient } from '../../testing/fake-client.js'
import { payFixtures } from '../flow/fixtures.js'
import { PayToLightningAddress } from '../pay-to-lightning-address.js'

interface Session {
  send(method: 'Emulation.setTouchEmulationEnabled', params: { enabled: boolean }): Promise<void>
}

/** Presses Tab until an element of this name has the focus. */
async function tabTo(name: RegExp) {
  for (let steps = 0; steps < 15; steps++) {
    await userEvent.tab()
    const element = document.activeElement
    const label = element?.getAttribute('aria-label') ?? element?.textContent
    const field = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : ''
    if (name.test(field || label || '')) return
  }
  throw new Error(`No element called ${name} can be reached with the Tab key.`)
}

describe('with a keyboard alone', () => {
  it('people can type an address, choose an amount, get an invoice, go back and pay', async () => {
    const { client } = renderPay({ presets: [500, 2_100] })
    await tabTo(/Lightning Address/)
    await userEvent.keyboard('alice@wallet.example')
    await screen.findByText('Tips for Alice')
    await tabTo(/^2,100$/)
    await userEvent.keyboard(' ')
    await tabTo(/Note/)
    await userEvent.keyboard('Great stream!')
    await tabTo(/^Pay( \d|$)/)
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('img', { name: /^QR code/ })
    await tabTo(/^Copy invoice$/)
    await userEvent.tab({ shift: true })
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('button', { name: /^Pay( \d|$)/ })
    await tabTo(/^Pay( \d|$)/)
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('img', { name: /^QR code/ })
    client.settle()
    await screen.findByRole('heading', { name: 'Paid 2,100 sats' })
    await tabTo(/^Done$/)
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByRole('button', { name: /^Pay( \d|$)/ })).toBeVisible()
  })

  it('people can press Enter in any field, and the focus goes to the missing one', async () => {
    const { client } = renderPay(
      {},
      {
        server: {
          takesPayerData: true,
          addresses: { 'dave@wallet.example': { payerData: { name: { mandatory: true } } } },
        },
      },
    )
    await userEvent.click(screen.getByLabelText('Amount'))
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByText('Enter a Lightning Address: name@domain.')).toBeVisible()
    expect(screen.getByText('Enter an amount.')).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText('Lightning Address')).toHaveFocus())
    // Enter is pressed while the address is still being looked up.
    await userEvent.keyboard('dave@wallet.example{Enter}')
    await waitFor(() => expect(screen.getByLabelText('Amount')).toHaveFocus())
    await userEvent.keyboard('2100{Enter}')
    const name = await screen.findByLabelText(/^Your name/)
    await waitFor(() => expect(name).toHaveFocus())
    await userEvent.keyboard('Zoë')
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
    expect(fields.map((field) => field.enterKeyHint)).toEqual(['go', 'go', 'go', 'go'])
    await userEvent.click(screen.getByLabelText(/^Note/))
    await userEvent.keyboard('Great stream!{Enter}')
    expect(await screen.findByRole('img', { name: /^QR code/ })).toBeVisible()
    expect(client.charges[0]?.request.description).toBe('Great stream!')
  })

  it('Enter works in browsers that report no input event for it, such as WebKit, and not while composing', async () => {
    const listening = new AbortController()
    onTestFinished(() => listening.abort())
    const stopEvent = (event: Event) => event.isTrusted && event.stopImmediatePropagation()
    addEventListener('beforeinput', stopEvent, { capture: true, signal: listening.signal })
    renderPay({ address: 'alice@wallet.example', defaultAmountSats: 2_100 })
    const note = await screen.findByLabelText(/^Note/)
    fireEvent.keyDown(note, { key: 'Enter', keyCode: 229 })
    expect(screen.getByRole('button', { name: 'Pay 2,100 sats' })).toBeVisible()
    note.focus()
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByRole('img', { name: /^QR code/ })).toBeVisible()
  })

  it('the focus starts in the first empty field of a dialog', async () => {
    const dialog = document.createElement('dialog')
    dialog.tabIndex = -1
    document.body.append(dialog)
    dialog.showModal()
    dialog.focus()
    const client = createFakeClient()
    const { unmount } = render(
      <LeydenProvider client={client}>
        <PayToLightningAddress address="alice@wallet.example" />
      </LeydenProvider>,
      { container: dialog },
    )
    await waitFor(() => expect(screen.getByLabelText('Amount')).toHaveFocus())
    unmount()
    dialog.remove()
  })

  it('people see where the focus is', async () => {
    renderPay({ address: 'alice@wallet.example', presets: [500] })
    await screen.findByText('Tips for Alice')
    await tabTo(/^500$/)
    expect(getComputedStyle(document.activeElement as Element).outlineStyle).toBe('solid')
    await tabTo(/Note/)
    const field = document.activeElement?.closest('.ly-field')
    expect(field && getComputedStyle(field).boxShadow).not.toBe('none')
  })
})

describe('under a finger', () => {
  const pictures: ({ name: string } & PayPictureProps)[] = [
    ...payPictures,
    {
      name: 'on a phone',
      state: payFixtures.awaiting,
      view: { isTouch: true },
      wallets: { hasBrowserWallet: true },
    },
  ]
  const emulateTouch = (enabled: boolean) =>
    (cdp() as unknown as Session).send('Emulation.setTouchEmulationEnabled', { enabled })
  beforeAll(() => emulateTouch(true))
  afterAll(() => emulateTouch(false))

  it.each(pictures)('every control is large enough: $name', async ({ name: _, ...picture }) => {
    expect(matchMedia('(pointer: coarse)').matches).toBe(true)
    const { container } = render(
      <LeydenProvider>
        <PayPicture {...picture} options={{ presets: [500n, 2_100n] }} />
      </LeydenProvider>,
    )
    const card = await cardInState(container, picture)
    const controls = [...card.querySelectorAll<HTMLElement>('button, a, input, summary, textarea')]
    for (const control of controls) {
      const { width, height } = control.getBoundingClientRect()
      const description = `${control.textContent || control.tagName} ${width}×${height}`
      // The field of an address that was found is smaller, because the element around it is the target.
      if (!control.matches('.ly-who-field'))
        expect(Math.min(width, height), description).toBeGreaterThanOrEqual(44)
    }
  })
})

it.each([
  ['an extension, with a change event only', setUnseen, 'change'],
  ['a script of the page', (field: HTMLInputElement) => Object.assign(field, { value: '2100' }), 'input'],
])('takes an amount that is filled in without a key, by %s', async (_by, fill, event) => {
  const onAmountChange = vi.fn()
  renderPay({ address: 'alice@wallet.example', onAmountChange })
  await screen.findByText('Tips for Alice')
  const field = screen.getByLabelText<HTMLInputElement>('Amount')
  fill(field)
  field.dispatchEvent(new Event(event, { bubbles: true }))
  expect(await screen.findByRole('button', { name: 'Pay 2,100 sats' })).toBeVisible()
  expect(field).toHaveValue('2,100')
  expect(onAmountChange.mock.calls).toEqual([[2_100n]])
})

/** Sets a text like an extension, whose world has properties of its own. */
function setUnseen(field: HTMLInputElement) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '2100')
}
