import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor, within } from 'storybook/test'
import { HostileHost } from '../test-support/hostile-host.js'
import type { HostReport } from '../test-support/hostile-page.js'
import { RampPicture } from '../test-support/ramp-picture.js'
import { expectShown } from '../test-support/ramp-play.js'
import { rampBlocked } from '../test-support/ramp-variants.js'

/**
 * The widget on restrictive pages. Each is a real page in its own frame, with restrictions that it cannot remove; below
 * it is the console message for its developer. Rules that only headers can set (an embedder policy, the page's own
 * Permissions-Policy) are tested end to end, on servers that send them.
 */
const meta: Meta<typeof HostileHost> = {
  title: 'Buy/Hostile hosts',
  component: HostileHost,
  tags: ['!autodocs', 'interaction', 'detail'],
  // Nothing to change: the panel begins with the steps.
  parameters: { controls: { disable: true } },
}
export default meta
type Story = StoryObj<typeof HostileHost>

/** The report of the page in the frame, once it matches. */
async function waitForReport(canvasElement: HTMLElement, state: string): Promise<HostReport> {
  const report = () => {
    const json = canvasElement.querySelector<HTMLElement>('[data-report]')?.dataset.report
    return json ? (JSON.parse(json) as HostReport) : undefined
  }
  await waitFor(() => expect(report()?.state).toBe(state))
  return report() as HostReport
}

const LINK = ['_blank', 'noopener noreferrer', 'Open in a new tab']

/**
 * The person reads why, and gets a link that works without this page. The console tells the developer once how to fix
 * it.
 */
const expectBlocked =
  (
    reason: string,
    words: string,
    fix: (origin: string) => string,
    expectedLink = LINK,
  ): NonNullable<Story['play']> =>
  async ({ canvasElement }) => {
    await waitForReport(canvasElement, 'blocked')
    await waitFor(async () => {
      const { link } = await waitForReport(canvasElement, 'blocked')
      await expect(link).toEqual(expectedLink)
    })
    const report = await waitForReport(canvasElement, 'blocked')
    await expect(report.words).toContain('The provider’s page cannot be shown here.')
    await expect(report.words).toContain(words)
    await expect(report.frames).toBe(0)
    await expect(report.blocked).toHaveLength(1)
    const canvas = within(canvasElement)
    await expect(canvas.getByText(`onBlocked: ${reason}`)).toBeVisible()
    await expect(canvas.getByText(fix(location.origin), { exact: false })).toBeVisible()
  }

/** The ramp's page is loaded, and has reported it. */
const expectOpen: NonNullable<Story['play']> = async ({ canvasElement }) => {
  const report = await waitForReport(canvasElement, 'open')
  await expect(report.words).toContain('Camera or pop-ups blocked?')
  await expect(report.frames).toBe(1)
  await expect(report.blocked).toEqual([])
}

/** The page's content security policy allows no frame. */
export const NoFrames: Story = {
  // `blocked.test.ts` opens such a page.
  tags: ['soak'],
  args: { policy: "frame-src 'none'" },
  play: expectBlocked(
    'frame_src',
    'Continue in a new tab.',
    (origin) => `Content-Security-Policy: frame-src ${origin}`,
  ),
}
/** The surrounding page does not pass on the camera permission. */
export const NoCamera: Story = {
  args: { attributes: { allow: "camera 'none'" } },
  play: expectBlocked(
    'permissions_policy',
    'Continue in a new tab.',
    (origin) =>
      `Permissions-Policy: camera=(self "${origin}"); and where it is framed itself, to that frame: allow="camera"`,
  ),
}
/** A portal gives the page an opaque origin. The BFF opens no session for such a page, so there is no link. */
export const NoOrigin: Story = {
  args: { attributes: { sandbox: 'allow-scripts allow-popups' } },
  play: expectBlocked(
    'sandbox',
    'The provider’s page cannot be shown here.',
    () => 'Add allow-same-origin, allow-forms and allow-popups to the sandbox',
    [],
  ),
}
/** Pop-ups and forms are forbidden; the frame itself still works. */
export const FewRights: Story = {
  args: { attributes: { sandbox: 'allow-scripts allow-same-origin' } },
  play: expectOpen,
}
/** A policy that names the provider, in a portal that passes on all permissions. */
export const Friendly: Story = {
  // `embed/shells.test.ts` shows the ramp under such a policy.
  tags: ['soak'],
  args: {
    attributes: { allow: 'camera; payment; clipboard-write' },
    policy: "default-src 'self' 'unsafe-inline' 'unsafe-eval' data:; frame-src 'self'",
  },
  play: expectOpen,
}

/**
 * A cross-origin isolated page (`Cross-Origin-Embedder-Policy`). Only a header can isolate a page, and Storybook sends
 * none: this story shows the state, and the end-to-end tests prove it.
 */
export const KeptApart: StoryObj<typeof RampPicture> = {
  render: () => <RampPicture state={rampBlocked.coep} actions={actions} />,
  play: ({ canvasElement }) =>
    expectShown({
      words: ['The provider’s page cannot be shown here.', 'Continue in a new tab.'],
      live: 'The provider’s page cannot be shown here.',
      press: { Close: 'close', 'Open in a new tab': 'requestFallbackLink' },
    })({ canvasElement, args: { state: rampBlocked.coep, actions } }),
}
const actions = { start: fn(), startNewSession: fn(), requestFallbackLink: fn(), close: fn() }
