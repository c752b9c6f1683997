import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { createRampSandbox } from '../test-support/ramp-sandbox.js'
import { RampWidget, type RampWidgetProps } from './ramp-widget.js'

const client = createRampSandbox('ramp-playground')

/**
 * The real widget on the sandbox inside this page: no server, no money. The code is any six digits. What the
 * e-mail address begins with decides what goes wrong: `twice@`, `late@`, `reordered@`, `forged@`, `never@`,
 * `failed@`, `silent@`, `ratelimited@`, `down@`, `othererror@`.
 */
function Playground(props: RampWidgetProps) {
  return <RampWidget remember="never" {...props} client={client} />
}

const meta = {
  title: 'Buy/Playground',
  component: Playground,
  tags: ['!autodocs'],
  args: { quoteCurrency: 'USD', baseCurrency: 'BTC', guest: true },
} satisfies Meta<typeof Playground>
export default meta
type Story = StoryObj<typeof meta>

export const Live: Story = {}
export const LiveInADialog: Story = { args: { presentation: 'dialog' } }
export const LiveBehindALink: Story = { args: { presentation: 'tab' } }
export const LiveStarted: Story = { args: { email: 'you@mail.example', autoStart: true } }
export const LiveWithAFixedDestination: Story = { args: { destination: 'alice@wallet.example' } }

type Canvas = ReturnType<typeof within>

async function askAs(card: Canvas, email: string) {
  await userEvent.click(await card.findByRole('button', { name: 'Continue to provider' }))
  await userEvent.type(await card.findByLabelText('E-mail address'), email)
  await userEvent.click(card.getByRole('button', { name: 'Continue to provider' }))
}

/** What is inside the frame, which here has the origin of the story. */
async function frameIn(card: Canvas): Promise<HTMLElement> {
  const frame = (await card.findByTitle(/^Buy bitcoin, page of/)) as HTMLIFrameElement
  await waitFor(() => expect(frame.contentDocument?.querySelector('[data-part="code"]')).toBeTruthy(), {
    timeout: 10_000,
  })
  return frame.contentDocument?.body as HTMLElement
}

async function walkThrough(body: HTMLElement) {
  const part = (name: string) => body.querySelector<HTMLElement>(`[data-part="${name}"]`)
  const press = async (name: string) => {
    await waitFor(() => expect(part(name)).toBeVisible())
    part(name)?.click()
  }
  const code = part('code') as HTMLInputElement
  code.value = '123456'
  await press('code-next')
  await press('sample')
  await press('quote-next')
  await press('test-card')
  await press('pay')
}

export const FromTheClickToTheEnd: Story = {
  play: async ({ canvasElement }) => {
    const card = within(canvasElement)
    await askAs(card, 'you@mail.example')
    await walkThrough(await frameIn(card))
    const done = await card.findByRole('heading', { name: 'Purchase complete' }, { timeout: 10_000 })
    await expect(done).toBeVisible()
    await expect(card.getByText('Test mode')).toBeVisible()
    await userEvent.click(card.getByRole('button', { name: 'Done' }))
    await expect(card.getByRole('button', { name: 'Continue to provider' })).toBeVisible()
  },
}

export const TheFrameClaimsSuccessAndNobodyElse: Story = {
  play: async ({ canvasElement }) => {
    const card = within(canvasElement)
    await askAs(card, 'never@mail.example')
    await walkThrough(await frameIn(card))
    await expect(await card.findByRole('heading', { name: 'Confirming your purchase' })).toBeVisible()
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    await expect(card.queryByRole('heading', { name: 'Purchase complete' })).toBeNull()
  },
}

export const ThePaymentFails: Story = {
  play: async ({ canvasElement }) => {
    const card = within(canvasElement)
    await askAs(card, 'failed@mail.example')
    await walkThrough(await frameIn(card))
    await expect(
      await card.findByText('The purchase failed.', { selector: 'strong' }, { timeout: 10_000 }),
    ).toBeVisible()
  },
}

export const TheServiceIsBusy: Story = {
  play: async ({ canvasElement }) => {
    const card = within(canvasElement)
    await askAs(card, 'ratelimited@mail.example')
    await expect(await card.findByText('The provider is busy.', { selector: 'strong' })).toBeVisible()
    await expect(await card.findByRole('button', { name: 'Try again' }, { timeout: 5_000 })).toBeVisible()
  },
}

export const InADialog: Story = {
  args: { presentation: 'dialog' },
  play: async ({ canvasElement }) => {
    const card = within(canvasElement)
    await userEvent.click(await card.findByRole('button', { name: 'Continue to provider' }))
    await waitFor(() => expect(canvasElement.querySelector('dialog')).toHaveAttribute('open'))
    await expect(await card.findByLabelText('E-mail address')).toBeVisible()
  },
}

export const BehindALink: Story = {
  args: { presentation: 'tab' },
  play: async ({ canvasElement }) => {
    const card = within(canvasElement)
    await askAs(card, 'you@mail.example')
    await expect(await card.findByRole('link', { name: 'Open in a new tab' })).toBeVisible()
    await expect(await card.findByRole('img', { name: 'QR code to go on with your phone' })).toBeVisible()
  },
}
