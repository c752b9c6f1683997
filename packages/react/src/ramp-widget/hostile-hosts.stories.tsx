import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor, within } from 'storybook/test'
import { HostileHost, type HostReport } from '../test-support/hostile-host.js'
import { RampPicture } from '../test-support/ramp-picture.js'
import { shows } from '../test-support/ramp-play.js'
import { rampBlocked } from '../test-support/ramp-variants.js'

/**
 * The widget on restrictive pages. Each is a real page in a frame of its own, with restrictions that it cannot lift;
 * below it is what its developer is told. Rules that only headers can set (an embedder policy, a Permissions-Policy of
 * the page's own) are proven by the journeys, on servers that send them.
 */
const meta: Meta<typeof HostileHost> = {
  title: 'Buy/Hostile hosts',
  component: HostileHost,
  tags: ['!autodocs'],
}
export default meta
type Story = StoryObj<typeof HostileHost>

/** What the page in the frame has come to, when it has come to this. */
async function untilHost(canvasElement: HTMLElement, state: string): Promise<HostReport> {
  const report = () => {
    const json = canvasElement.querySelector<HTMLElement>('[data-report]')?.dataset.report
    return json ? (JSON.parse(json) as HostReport) : undefined
  }
  await waitFor(() => expect(report()?.state).toBe(state), { timeout: 15_000 })
  return report() as HostReport
}

const LINK = ['_blank', 'noopener noreferrer', 'Open in a new tab']

/** The person reads why, and has a link that works without this page; the developer is told once, and how to fix it. */
const blocks =
  (reason: string, words: string, fix: (origin: string) => string, way = LINK): NonNullable<Story['play']> =>
  async ({ canvasElement }) => {
    await untilHost(canvasElement, 'blocked')
    await waitFor(
      async () => {
        const { link } = await untilHost(canvasElement, 'blocked')
        await expect(link).toEqual(way)
      },
      { timeout: 15_000 },
    )
    const report = await untilHost(canvasElement, 'blocked')
    await expect(report.words).toContain('The provider’s page cannot be shown here.')
    await expect(report.words).toContain(words)
    await expect(report.frames).toBe(0)
    await expect(report.blocked).toHaveLength(1)
    const canvas = within(canvasElement)
    await expect(canvas.getByText(`onBlocked: ${reason}`)).toBeVisible()
    await expect(canvas.getByText(fix(location.origin), { exact: false })).toBeVisible()
  }

/** The provider's page is there and has said where it is. */
const opens: NonNullable<Story['play']> = async ({ canvasElement }) => {
  const report = await untilHost(canvasElement, 'open')
  await expect(report.words).toContain('Step: e-mail address')
  await expect(report.frames).toBe(1)
  await expect(report.blocked).toEqual([])
}

/** The content security policy of the page lets no frame in. */
export const NoFrames: Story = {
  args: { policy: "frame-src 'none'" },
  play: blocks(
    'frame_src',
    'The security settings of this site do not allow the provider’s page.',
    (origin) => `Content-Security-Policy: frame-src ${origin}`,
  ),
}
/** The page around it does not pass the camera on. */
export const NoCamera: Story = {
  args: { attributes: { allow: "camera 'none'" } },
  play: blocks(
    'permissions_policy',
    'The provider needs your camera',
    (origin) =>
      `Permissions-Policy: camera=(self "${origin}"); and where it is framed itself, to that frame: allow="camera"`,
  ),
}
/** A portal that gives the page no origin of its own: for such a page the BFF opens no session, so there is no link. */
export const NoOrigin: Story = {
  args: { attributes: { sandbox: 'allow-scripts allow-popups' } },
  play: blocks(
    'sandbox',
    'This page is inside another page that restricts it.',
    () => 'Add allow-same-origin, allow-forms and allow-popups to the sandbox',
    [],
  ),
}
/** Neither pop-ups nor forms; the frame itself still works. */
export const FewRights: Story = {
  args: { attributes: { sandbox: 'allow-scripts allow-same-origin' } },
  play: opens,
}
/** A policy that names the provider, in a portal that passes everything on. */
export const Friendly: Story = {
  args: {
    attributes: { allow: 'camera; payment; clipboard-write' },
    policy: "default-src 'self' 'unsafe-inline' 'unsafe-eval' data:; frame-src 'self'",
  },
  play: opens,
}

/**
 * A page that is kept apart from all others (`Cross-Origin-Embedder-Policy`). Only a header makes a page so, and a
 * Storybook sends none: this is the picture of it, and the journeys are the proof.
 */
export const KeptApart: StoryObj<typeof RampPicture> = {
  render: () => <RampPicture state={rampBlocked.coep} actions={actions} />,
  play: ({ canvasElement }) =>
    shows({
      words: [
        'The provider’s page cannot be shown here.',
        'This site isolates its pages, which the provider does not support.',
      ],
      live: 'The provider’s page cannot be shown here.',
      press: { Close: 'close', 'Open in a new tab': 'requestFallbackLink' },
    })({ canvasElement, args: { state: rampBlocked.coep, actions } }),
}
const actions = { start: fn(), requestFallbackLink: fn(), close: fn() }
