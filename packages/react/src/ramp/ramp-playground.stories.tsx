import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, spyOn, userEvent, waitFor, within } from 'storybook/test'
import rampPage from '../test-support/ramp-page.html?url&no-inline'
import { fillInCard, type PageStep, partOf, stepOf, walkTo } from '../test-support/ramp-walk.js'
import { createSandboxServer } from '../test-support/sandbox-server.js'
import { RampWidget } from './ramp-widget.js'
import type { RampWidgetProps } from './ramp-widget-props.js'

const { client } = createSandboxServer('ramp-playground', { rampPage })

/**
 * The real widget on the sandbox inside this page: no server, no money. The code is any six digits. The beginning of
 * the e-mail address selects a failure: `twice@`, `late@`, `reordered@`, `forged@`, `never@`, `failed@`, `silent@`,
 * `returning@` (the shop's server knows them), `ratelimited@`, `down@`, `othererror@`.
 */
function Playground(props: RampWidgetProps) {
  return <RampWidget remember="never" {...props} client={client} />
}

const meta = {
  title: 'Buy/Playground (sandbox provider)',
  component: Playground,
  tags: ['!autodocs'],
  args: { quoteCurrency: 'USD', baseCurrency: 'BTC', guest: true },
} satisfies Meta<typeof Playground>
export default meta
type Story = StoryObj<typeof meta>

type Canvas = ReturnType<typeof within>

const findContinueButton = (card: Canvas) => card.findByRole('button', { name: /^Continue/ })

/** Nothing happens before a click. */
const expectIdle: NonNullable<Story['play']> = async ({ canvasElement }) => {
  const card = within(canvasElement)
  await expect(await findContinueButton(card)).toBeVisible()
  await expect(canvasElement.querySelector('section.leyden')).toHaveAttribute('data-state', 'idle')
  await expect(canvasElement.querySelector('iframe')).toBeNull()
}

export const Live: Story = { play: expectIdle }
export const LiveInADialog: Story = { args: { presentation: 'dialog' }, play: expectIdle }
export const LiveBehindALink: Story = { args: { presentation: 'tab' }, play: expectIdle }
export const LiveStarted: Story = {
  args: { email: 'you@mail.example', autoStart: true },
  play: async ({ canvasElement }) => {
    await frameAt(within(canvasElement), 'code')
    await expect(
      await within(canvasElement).findByText('Camera or pop-ups blocked?', ignoreStatus),
    ).toBeVisible()
  },
}
export const LiveWithAFixedDestination: Story = {
  args: { destination: 'alice@wallet.example' },
  play: expectIdle,
}

/** Except for the text that only screen readers read. */
const ignoreStatus = { ignore: '[role="status"]' }

async function startAs(card: Canvas, email: string) {
  await userEvent.click(await findContinueButton(card))
  await userEvent.type(await card.findByLabelText('E-mail address'), email)
  await userEvent.click(await findContinueButton(card))
}

/** The frame, once its page is at this step. Here it has the origin of the story. */
async function frameAt(card: Canvas, step: PageStep): Promise<HTMLIFrameElement> {
  const frame = (await card.findByTitle(/^Buy bitcoin at/, {})) as HTMLIFrameElement
  await waitFor(() => expect(stepOf(frame)).toBe(step))
  return frame
}

/** Buys like a person, up to the last button. */
async function buyAs(card: Canvas, email: string) {
  await startAs(card, email)
  const frame = await frameAt(card, 'code')
  await walkTo(frame, 'card')
  const page = frame.contentDocument?.body as HTMLElement
  fillInCard(page)
  partOf(page, 'pay').click()
}

export const FromTheClickToTheEnd: Story = {
  tags: ['interaction', 'detail'],
  play: async ({ canvasElement }) => {
    const card = within(canvasElement)
    await buyAs(card, 'you@mail.example')
    const done = await card.findByRole('heading', { name: 'Purchase complete' })
    await expect(done).toBeVisible()
    await expect(card.getByText('Test mode')).toBeVisible()
    await userEvent.click(card.getByRole('button', { name: 'Done' }))
    await expect(card.getByRole('button', { name: 'Continue to provider' })).toBeVisible()
  },
}

export const TheFrameClaimsSuccessAndNobodyElse: Story = {
  tags: ['interaction', 'detail'],
  play: async ({ canvasElement }) => {
    const card = within(canvasElement)
    await buyAs(card, 'never@mail.example')
    await expect(await card.findByRole('heading', { name: 'Confirming your purchase' })).toBeVisible()
    // The server's state is polled. It must not be complete before the webhook arrives.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await expect(card.queryByRole('heading', { name: 'Purchase complete' })).toBeNull()
  },
}

export const ThePaymentFails: Story = {
  tags: ['interaction', 'detail'],
  play: async ({ canvasElement }) => {
    const card = within(canvasElement)
    await buyAs(card, 'failed@mail.example')
    await expect(await card.findByText('The purchase failed.', { selector: 'strong *' })).toBeVisible()
  },
}

export const TheServiceIsBusy: Story = {
  tags: ['interaction', 'detail'],
  play: async ({ canvasElement }) => {
    const card = within(canvasElement)
    await startAs(card, 'ratelimited@mail.example')
    await expect(
      await card.findByText('Too many tries. Wait a moment.', { selector: 'strong *' }),
    ).toBeVisible()
    await expect(await card.findByRole('button', { name: 'Try again' })).toBeVisible()
  },
}

export const TheServiceHasTrouble: Story = {
  tags: ['interaction', 'detail'],
  play: async ({ canvasElement }) => {
    const card = within(canvasElement)
    await startAs(card, 'down@mail.example')
    await expect(
      await card.findByText('The provider is having problems right now.', { selector: 'strong *' }),
    ).toBeVisible()
    await expect(card.getByRole('button', { name: 'Try again' })).toBeEnabled()
  },
}

export const InADialog: Story = {
  tags: ['interaction', 'detail'],
  args: { presentation: 'dialog' },
  play: async ({ canvasElement }) => {
    const card = within(canvasElement)
    await userEvent.click(await card.findByRole('button', { name: 'Continue to provider' }))
    await waitFor(() => expect(canvasElement.querySelector('dialog')).toHaveAttribute('open'))
    await expect(await card.findByLabelText('E-mail address')).toBeVisible()
  },
}

export const BehindALink: Story = {
  tags: ['interaction', 'detail'],
  args: { presentation: 'tab' },
  play: async ({ canvasElement }) => {
    // Without a pop-up blocker, the ramp's page opens at once.
    spyOn(window, 'open').mockReturnValue(null)
    const card = within(canvasElement)
    await startAs(card, 'you@mail.example')
    await expect(await card.findByRole('link', { name: 'Open in a new tab' })).toBeVisible()
    await expect(await card.findByRole('img', { name: 'QR code to continue on your phone' })).toBeVisible()
  },
}
