import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  click,
  createFakeRamp,
  inAWideWindow,
  rampFrame,
  rampServer,
  renderRamp,
} from '../test-support/render-ramp.js'
import { setNetwork } from '../test-support/set-network.js'
import { loadedRampPart } from './loaded-ramp-part.js'

inAWideWindow()

/** Not what is only announced. */
const VISIBLE = { ignore: '[role="status"]' }
const NOT_RESPONDING = 'This site is not responding.'
const RELOAD = 'If this happens again, reload the page.'
const button = (name = 'Continue to provider') => screen.getByRole('button', { name })
const logged = vi.fn()

beforeEach(() => {
  logged.mockClear()
  vi.spyOn(console, 'error').mockImplementation(logged)
})
afterEach(() => {
  setNetwork(true)
  vi.restoreAllMocks()
})

/** A browser that cannot load the file of the ramp. */
function breakFile() {
  const fail = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))
  const load = vi.spyOn(loadedRampPart, 'load').mockImplementation(fail)
  return { repair: () => load.mockRestore(), load }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 50))

describe('a ramp whose file cannot be loaded', () => {
  it('stays as it is while nobody has clicked', async () => {
    const { load } = breakFile()
    const prefetch = vi
      .spyOn(loadedRampPart, 'prefetch')
      .mockImplementation(() => void load().catch(() => {}))
    vi.spyOn(loadedRampPart, 'current').mockReturnValue(undefined)
    const onError = vi.fn()
    renderRamp({ onError })
    await userEvent.hover(button())
    fireEvent.focus(button())
    await settle()
    expect(prefetch).toHaveBeenCalled()
    expect(button()).toBeVisible()
    expect(screen.queryByText(NOT_RESPONDING)).toBeNull()
    expect(onError).not.toHaveBeenCalled()
    expect(logged).not.toHaveBeenCalled()
  })

  it('says so after a click, tells the page and its developer once, and goes on when it is tried again', async () => {
    const { repair } = breakFile()
    const onError = vi.fn()
    const onWidgetEvent = vi.fn()
    renderRamp({ onError }, { server: rampServer, onWidgetEvent })
    click('Continue to provider')
    expect(await screen.findByText(NOT_RESPONDING, VISIBLE)).toBeVisible()
    expect(screen.getByText(RELOAD)).toBeVisible()
    expect(screen.getByRole('status')).toHaveTextContent(NOT_RESPONDING)
    const failure = expect.objectContaining({ code: 'NETWORK', reason: 'file_not_loaded' })
    expect(onError.mock.calls).toEqual([[failure]])
    expect(onWidgetEvent.mock.calls).toEqual([[{ widget: 'ramp', type: 'error', error: failure }]])
    expect(logged.mock.calls).toEqual([[expect.stringContaining('part_not_loaded'), expect.any(TypeError)]])
    click('Try again')
    await waitFor(() => expect(onError).toHaveBeenCalledTimes(2))
    repair()
    click('Try again')
    await waitFor(() => expect(rampFrame()).not.toBeNull())
  })

  it('says that the device is offline, where a reload would lose the page', async () => {
    breakFile()
    setNetwork(false)
    renderRamp()
    click('Continue to provider')
    expect(await screen.findByText('You are offline.', VISIBLE)).toBeVisible()
    expect(screen.queryByText(RELOAD)).toBeNull()
  })

  it('reports it once if nobody has clicked, and goes on when the network is back', async () => {
    const { repair } = breakFile()
    const onError = vi.fn()
    renderRamp({ autoStart: true, onError }, { ramp: createFakeRamp(rampServer) })
    expect(await screen.findByText(NOT_RESPONDING, VISIBLE)).toBeVisible()
    fireEvent(window, new Event('online'))
    await settle()
    expect(onError).toHaveBeenCalledTimes(1)
    expect(logged).toHaveBeenCalledTimes(1)
    repair()
    fireEvent(window, new Event('online'))
    await waitFor(() => expect(rampFrame()).not.toBeNull())
  })
})
