import type { Meta, StoryObj } from '@storybook/react-vite'
import { type ComponentPropsWithoutRef, useState } from 'react'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import * as Pay from '../../pay-parts.js'
import { createFakeClient } from '../../testing/fake-client.js'

const meta = { title: 'Pay/Parts', component: Pay.Root } satisfies Meta<typeof Pay.Root>
export default meta
type Story = StoryObj<typeof meta>

/** A card with the page's own heading, and a question that has to be answered first. */
export const OwnCard: Story = {
  render: function OwnCard() {
    const [agreed, setAgreed] = useState(false)
    return (
      <Pay.Root address="alice@wallet.example" defaultAmountSats={2_100} presets={[500, 2_100]}>
        <Pay.Notices />
        <Pay.Form>
          <h2 style={{ margin: 0 }}>Buy me a coffee</h2>
          <Pay.Amount />
          <Pay.Address label="It goes to" />
          <label>
            <input type="checkbox" checked={agreed} onChange={() => setAgreed(!agreed)} /> I agree to the
            terms
          </label>
          <Pay.Submit disabled={!agreed}>Send the tip</Pay.Submit>
        </Pay.Form>
        <Pay.Invoice />
        <Pay.Status />
      </Pay.Root>
    )
  },
  play: async ({ canvasElement }) => {
    const card = within(canvasElement)
    await card.findByText('Tips for Alice')
    const send = card.getByRole('button', { name: 'Send the tip' })
    await expect(send).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(card.getByRole('checkbox'))
    await expect(send).not.toHaveAttribute('aria-disabled')
    await userEvent.click(send)
    await expect(await card.findByRole('button', { name: 'Copy invoice' })).toBeVisible()
    await expect(card.queryByRole('checkbox')).toBeNull()
    await userEvent.click(card.getByRole('button', { name: 'Back' }))
    await expect(card.getByRole('checkbox')).toBeChecked()
  },
}

/** The button of another design system. */
function RoundButton(props: ComponentPropsWithoutRef<'button'>) {
  return (
    <button
      {...props}
      type="button"
      style={{ padding: '14px 28px', border: 0, borderRadius: 99, background: '#0b5d3b', color: '#fff' }}
    />
  )
}

const client = createFakeClient()

/** Directly on the page's background, with the page's own button and thanks. */
export const OwnButton: Story = {
  render: () => (
    <Pay.Root client={client} address="alice@wallet.example" amountSats={2_100} className="leyden-bare">
      <Pay.Form>
        <Pay.Amount />
        <Pay.Submit render={<RoundButton />}>Tip</Pay.Submit>
      </Pay.Form>
      <Pay.Invoice />
      <Pay.Status
        render={(props, { state }) =>
          state.status === 'paid' ? <h2>Thank you, the kettle is on.</h2> : <div {...props} />
        }
      />
    </Pay.Root>
  ),
  play: async ({ canvasElement }) => {
    const card = within(canvasElement)
    const tip = card.getByRole('button', { name: 'Tip' })
    await expect(getComputedStyle(tip).backgroundColor).toBe('rgb(11, 93, 59)')
    await expect(getComputedStyle(tip).paddingTop).toBe('14px')
    await waitFor(() => expect(tip).not.toHaveAttribute('aria-disabled'))
    await userEvent.click(tip)
    await expect(await card.findByRole('button', { name: 'Copy invoice' })).toBeVisible()
    client.settle()
    await expect(await card.findByRole('heading', { name: 'Thank you, the kettle is on.' })).toBeVisible()
  },
}
