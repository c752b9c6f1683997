import type { Meta, StoryObj } from '@storybook/react-vite'
import { createRampSandbox } from '../test-support/ramp-sandbox.js'
import { RampWidget } from './ramp-widget.js'
import { useRampWidget } from './use-ramp-widget.js'

const client = createRampSandbox('ramp-widget')

const meta = {
  title: 'Buy/RampWidget',
  component: RampWidget,
  argTypes: { client: { control: false } },
  args: { client, quoteCurrency: 'USD', baseCurrency: 'BTC', guest: true, remember: 'never' },
} satisfies Meta<typeof RampWidget>
export default meta
type Story = StoryObj<typeof meta>

/** A click makes a session; a page view makes none. */
export const Default: Story = {}
/** Over the page, in a native dialog: focus stays inside and comes back, Escape asks first. */
export const Dialog: Story = { args: { presentation: 'dialog' } }
/** A real link to a ready session, and its QR code for the phone. */
export const Tab: Story = { args: { presentation: 'tab' } }
/** The page says where the bitcoin goes. */
export const FixedDestination: Story = { args: { destination: 'alice@wallet.example' } }
/** Other words, and another currency. */
export const OwnWords: Story = {
  args: { quoteCurrency: 'EUR', messages: { rampTitle: 'Fill your wallet', rampContinue: 'Let’s go' } },
}

/** A look of one's own on the hook alone. */
function OwnLook() {
  const ramp = useRampWidget({ client, email: 'you@mail.example', remember: 'never' })
  const frame = ramp.getFrameProps()
  const link = ramp.getLinkProps()
  return (
    <div className="page-panel">
      <strong>{ramp.state.status}</strong>
      {frame && <iframe {...frame} title="Buy bitcoin" height="400" />}
      {link && <a {...link}>Go on in a new tab</a>}
      {ramp.state.status === 'idle' ? (
        <button type="button" onClick={() => ramp.start()}>
          Buy
        </button>
      ) : (
        <button type="button" onClick={ramp.close}>
          Close
        </button>
      )}
    </div>
  )
}

/** `useRampWidget()`: sessions, frame and result without any looks. */
export const Headless: Story = { render: () => <OwnLook /> }
