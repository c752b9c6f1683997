import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import * as Ramp from '../ramp-parts.js'
import rampPage from '../test-support/ramp-page.html?url&no-inline'
import { stepOf } from '../test-support/ramp-walk.js'
import { createSandboxServer } from '../test-support/sandbox-server.js'
import { RampWidget } from './ramp-widget.js'
import { useRampWidget } from './use-ramp-widget.js'

const { client } = createSandboxServer('ramp-widget', { rampPage })

const meta = {
  title: 'Buy/RampWidget',
  component: RampWidget,
  argTypes: { client: { control: false } },
  args: { client, quoteCurrency: 'USD', baseCurrency: 'BTC', guest: true, remember: 'never' },
} satisfies Meta<typeof RampWidget>
export default meta
type Story = StoryObj<typeof meta>

/** Before a click it shows the offer and sends no request. */
const expectOffer =
  (title: string, button: string): NonNullable<Story['play']> =>
  async ({ canvasElement }) => {
    const card = within(await within(canvasElement).findByRole('region', { name: title }))
    await expect(card.getByRole('heading', { name: title })).toBeVisible()
    await expect(card.getByRole('button', { name: button })).toBeEnabled()
    await expect(card.queryByRole('textbox')).toBeNull()
    await expect(canvasElement.querySelector('iframe')).toBeNull()
  }
const expectDefaultOffer = expectOffer('Buy bitcoin', 'Continue to provider')

/** A click makes a session; a page view makes none. */
export const Default: Story = { play: expectDefaultOffer }
/** In a native dialog over the page: the focus stays inside and is returned, Escape asks first. */
export const Dialog: Story = { args: { presentation: 'dialog' }, play: expectDefaultOffer }
/** A real link to a ready session, and its QR code for the phone. */
export const Tab: Story = { args: { presentation: 'tab' }, play: expectDefaultOffer }
/** The page fixes the destination of the bitcoin. */
export const FixedDestination: Story = {
  args: { destination: 'alice@wallet.example' },
  play: expectDefaultOffer,
}
/** Other messages, and another currency. */
export const OwnWords: Story = {
  args: { quoteCurrency: 'EUR', messages: { rampTitle: 'Fill your wallet', rampContinue: 'Let’s go' } },
  play: expectOffer('Fill your wallet', 'Let’s go'),
}

/** The page's own look, based on the hook. */
function OwnLook() {
  const ramp = useRampWidget({ client, email: 'you@mail.example', remember: 'never' })
  const frame = ramp.view.getFrameProps()
  const link = ramp.view.getLinkProps()
  return (
    <div className="page-panel">
      <strong>{ramp.state.status}</strong>
      {frame && <iframe {...frame} title="Buy bitcoin" height="400" />}
      {link && <a {...link}>Go on in a new tab</a>}
      {ramp.state.status === 'idle' ? (
        <button type="button" onClick={() => ramp.actions.start()}>
          Buy
        </button>
      ) : (
        <button type="button" onClick={ramp.actions.close}>
          Close
        </button>
      )}
    </div>
  )
}

/** `useRampWidget()`: sessions, frame and result without our components. */
export const Headless: Story = {
  render: () => <OwnLook />,
  play: async ({ canvasElement }) => {
    const card = within(canvasElement)
    await userEvent.click(card.getByRole('button', { name: 'Buy' }))
    const frame = await card.findByTitle<HTMLIFrameElement>('Buy bitcoin', {})
    await waitFor(() => expect(stepOf(frame)).toBe('code'))
    await expect(await card.findByText('open', {})).toBeVisible()
    await userEvent.click(card.getByRole('button', { name: 'Close' }))
    await expect(await card.findByText('cancelled')).toBeVisible()
    await expect(card.queryByTitle('Buy bitcoin')).toBeNull()
  },
}

/** A card of the page, with its own heading and small print. */
export const OwnCard: Story = {
  render: () => (
    <Ramp.Root client={client} quoteCurrency="USD" baseCurrency="BTC" guest remember="never">
      <h2 style={{ margin: 0 }}>Top up your wallet</h2>
      <Ramp.Notices />
      <Ramp.Frame />
      <Ramp.Start />
      <Ramp.Status />
      <p style={{ margin: 0 }}>The provider checks who you are.</p>
    </Ramp.Root>
  ),
  play: async ({ canvasElement }) => {
    const card = within(canvasElement)
    await userEvent.click(card.getByRole('button', { name: 'Continue to provider' }))
    await userEvent.type(await card.findByLabelText('E-mail address'), 'you@mail.example')
    await userEvent.click(card.getByRole('button', { name: 'Continue' }))
    await expect(await card.findByTitle(/^Buy bitcoin at /)).toBeInTheDocument()
    await expect(card.getByText('The provider checks who you are.')).toBeVisible()
  },
}
