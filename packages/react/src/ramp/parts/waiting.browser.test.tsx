import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { click, inAWideWindow, rampFrame, rampServer, renderRamp } from '../../test-support/render-ramp.js'

inAWideWindow()

describe('waiting for a purchase', () => {
  it('reports that the shop does not answer, until it answers', async () => {
    const { ramp } = renderRamp({}, { server: rampServer })
    click('Continue to provider')
    await waitFor(() => expect(rampFrame()).not.toBeNull())
    await act(async () => ramp.setConnected(false))
    const words = 'This site is not responding. We keep checking on your purchase.'
    expect(await screen.findByText(words, { selector: '.ly-note .ly-grow *' })).toBeVisible()
    await act(async () => ramp.setConnected(true))
    expect(screen.queryByText(words)).toBeNull()
    expect(rampFrame()).not.toBeNull()
  })

  it('lets a person cancel a request for a session that hangs', async () => {
    const { ramp } = renderRamp({}, { server: { ...rampServer, delayMs: 3_600_000 } })
    click('Continue to provider')
    await screen.findByRole('button', { name: 'Cancel' })
    expect(screen.getByText('This is taking longer than usual.', { selector: '.ly-muted' })).toBeVisible()
    click('Cancel')
    expect(await screen.findByRole('button', { name: 'Continue to provider' })).toBeVisible()
    expect(ramp.sessions).toHaveLength(0)
  })
})
