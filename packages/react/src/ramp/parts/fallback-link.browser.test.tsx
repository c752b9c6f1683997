import { LeydenError } from '@leyden/core'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  click,
  createFakeRamp,
  dispatchFrameMessage,
  heading,
  inAWideWindow,
  rampFrame,
  rampOrigin,
  rampPage,
  rampServer,
  renderRamp,
} from '../../test-support/render-ramp.js'

inAWideWindow()

describe('a purchase behind a link', () => {
  it('shows a real link to a ready session, and waits after it was followed', async () => {
    // Without a tap the browser opens no tab.
    vi.spyOn(UserActivation.prototype, 'isActive', 'get').mockReturnValue(false)
    const { ramp } = renderRamp({ presentation: 'tab' }, { server: {} })
    click('Continue to provider')
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Open in a new tab' })
    expect(link.getAttribute('href')).toBe('https://ramp.example/?session=token-1')
    expect(link.target).toBe('_blank')
    expect(link.rel).toBe('noopener noreferrer')
    expect(await screen.findByRole('img', { name: 'QR code to continue on your phone' })).toBeVisible()
    expect(rampFrame()).toBeNull()
    link.addEventListener('click', (event) => event.preventDefault())
    fireEvent.click(link)
    await heading('Continue in the other tab')
    expect(screen.queryByRole('link')).toBeNull()
    ramp.setSessionState({ status: 'completed' })
    await heading('Purchase complete')
  })

  it('makes a second session beside the frame, and leaves the frame only when the link is followed', async () => {
    // A press shortly before, in another test too, would open the tab at once.
    vi.spyOn(UserActivation.prototype, 'isActive', 'get').mockReturnValue(false)
    const { ramp } = renderRamp({}, { server: rampServer })
    click('Continue to provider')
    await waitFor(() => expect(rampFrame()).not.toBeNull())
    const element = rampFrame()
    dispatchFrameMessage('WIDGET_READY')
    fireEvent.click(await screen.findByRole('button', { name: 'Open in a new tab' }))
    const link = await screen.findByRole('link', { name: 'Open in a new tab' })
    expect(ramp.sessions).toHaveLength(2)
    expect(rampFrame()).toBe(element)
    link.addEventListener('click', (event) => event.preventDefault())
    fireEvent.click(link)
    await heading('Continue in the other tab')
    expect(rampFrame()).toBeNull()
    const [first] = ramp.sessions
    ramp.setSessionState({ status: 'completed' }, first)
    await heading('Purchase complete')
  })
})

describe('a tab that the tap opens', () => {
  /** The tab that the browser opens for the page, without opening one. */
  function captureTab() {
    vi.spyOn(UserActivation.prototype, 'isActive', 'get').mockReturnValue(true)
    const page = document.implementation.createHTMLDocument()
    const followed: [url: string, rel: string][] = []
    page.addEventListener('click', (event) => {
      event.preventDefault()
      const { href, rel } = event.target as HTMLAnchorElement
      followed.push([href, rel])
    })
    const tab = { document: page, opener: window as Window | null, closed: false, close: vi.fn() }
    const open = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    return { tab, open, followed }
  }

  it('opens before the session is there, and then shows it', async () => {
    const { tab, open, followed } = captureTab()
    const { ramp } = renderRamp({ presentation: 'tab' }, { server: {} })
    click('Continue to provider')
    expect(open.mock.calls).toEqual([['', '_blank']])
    expect(ramp.sessions).toHaveLength(0)
    expect(tab.document.body.textContent).toBe('Opening a secure session…')
    await heading('Continue in the other tab')
    expect(followed).toEqual([['https://ramp.example/?session=token-1', 'noreferrer']])
    expect(tab.opener).toBeNull()
    expect(tab.close).not.toHaveBeenCalled()
    expect(open).toHaveBeenCalledOnce()
    ramp.setSessionState({ status: 'completed' })
    await heading('Purchase complete')
  })

  it('is closed when there is no session, and the page says why', async () => {
    const { tab, followed } = captureTab()
    const tamper = () => {
      throw new LeydenError('RATE_LIMITED', 'x')
    }
    renderRamp({ presentation: 'tab' }, { server: { tamper } })
    click('Continue to provider')
    expect(await screen.findByText('Too many tries. Wait a moment.')).toBeVisible()
    expect(tab.close).toHaveBeenCalledOnce()
    expect(followed).toEqual([])
  })

  it('leaves a link when the person has closed it', async () => {
    const { tab, followed } = captureTab()
    renderRamp({ presentation: 'tab' }, { server: { delayMs: 50 } })
    click('Continue to provider')
    tab.closed = true
    expect(await screen.findByRole('link', { name: 'Open in a new tab' })).toBeVisible()
    expect(followed).toEqual([])
  })

  it('is opened by the tap after the form of a guest, and not by the first one', async () => {
    const { open, followed } = captureTab()
    renderRamp({ presentation: 'tab', guest: true }, { server: {} })
    click('Continue to provider')
    fireEvent.change(await screen.findByLabelText('E-mail address'), { target: { value: 'g@mail.example' } })
    expect(open).not.toHaveBeenCalled()
    click('Continue')
    expect(open).toHaveBeenCalledOnce()
    await heading('Continue in the other tab')
    expect(followed).toHaveLength(1)
  })

  it('is not opened for a frame', async () => {
    const { open } = captureTab()
    renderRamp({}, { server: rampServer })
    click('Continue to provider')
    await waitFor(() => expect(rampFrame()).not.toBeNull())
    expect(open).not.toHaveBeenCalled()
  })
})

describe('on a phone', () => {
  beforeEach(() => page.viewport(390, 844))
  const dialog = () => document.querySelector('dialog')
  const sizeOf = (element: Element | null) => element?.getBoundingClientRect() ?? new DOMRect()

  it.each([
    [390, 844],
    [640, 360],
  ])(
    'gives a screen of %i × %i to the provider’s page, with one button that closes it',
    async (width, height) => {
      await page.viewport(width, height)
      const { ramp } = renderRamp({}, { server: rampServer })
      click('Continue to provider')
      await waitFor(() => expect(rampFrame()).toBeVisible())
      expect(dialog()?.open).toBe(true)
      expect([sizeOf(dialog()).width, sizeOf(dialog()).height]).toEqual([width, height])
      expect(sizeOf(rampFrame()).height).toBeGreaterThan(height - 144)
      expect(sizeOf(rampFrame()).bottom).toBeLessThanOrEqual(height)
      expect(dialog()?.scrollHeight).toBeLessThanOrEqual(height)
      const header = rampFrame()?.closest('.ly-body')?.firstElementChild
      expect(sizeOf(header ?? null).bottom).toBeLessThanOrEqual(sizeOf(rampFrame()).top)
      expect(within(dialog() as HTMLElement).getAllByRole('button', { name: 'Close' })).toHaveLength(1)
      expect(dialog()?.contains(document.activeElement)).toBe(true)
      const entries = history.length
      click('Close')
      fireEvent.click(await screen.findByRole('button', { name: 'Leave' }))
      expect(await heading('Purchase cancelled')).toBeVisible()
      expect(dialog()?.open).toBe(false)
      await waitFor(async () => expect(await heading('Purchase cancelled')).toHaveFocus())
      expect(history).toHaveLength(entries)
      // A result that comes now covers nothing.
      ramp.setSessionState({ status: 'completed' })
      expect(await heading('Purchase complete')).toBeVisible()
      expect(dialog()?.open).toBe(false)
    },
  )

  it('shows a session of an earlier page load in the page, and the next one in the dialog', async () => {
    const ramp = createFakeRamp(rampServer)
    const first = renderRamp({}, { ramp })
    click('Continue to provider')
    await waitFor(() => expect(rampFrame()).toBeVisible())
    first.unmount()
    renderRamp({}, { ramp })
    expect(await heading('Waiting for the result')).toBeVisible()
    expect(dialog()?.open).toBe(false)
    click('Start a new session')
    await waitFor(() => expect(rampFrame()).toBeVisible())
    expect(dialog()?.open).toBe(true)
  })

  it.each([
    ['of the option `inline`', { presentation: 'inline' } as const, false],
    ['inside a dialog of the page', {}, true],
  ])('opens no dialog because %s', async (_, props, isEnclosed) => {
    const outer = document.createElement('dialog')
    document.body.append(outer)
    renderRamp(props, { server: rampServer, container: isEnclosed ? outer : undefined })
    if (isEnclosed) outer.showModal()
    click('Continue to provider')
    await waitFor(() => expect(rampFrame()).toBeVisible())
    expect(rampFrame()?.closest('dialog')).toBe(isEnclosed ? outer : null)
    outer.remove()
  })

  it('scrolls a frame in the page into sight', async () => {
    const above = document.createElement('div')
    above.style.height = '600px'
    document.body.prepend(above)
    renderRamp({ presentation: 'inline', quoteCurrency: 'USD' }, { server: rampServer })
    const button = screen.getByRole('button', { name: 'Continue to provider' })
    button.focus()
    fireEvent.click(button)
    await waitFor(() => expect(rampFrame()).not.toBeNull())
    await waitFor(() => expect(sizeOf(rampFrame()).bottom).toBeLessThanOrEqual(845))
    expect(sizeOf(rampFrame()).top).toBeGreaterThanOrEqual(0)
    above.remove()
  })
})

describe('a new tab beside the frame', () => {
  it('opens with the first press, while the browser still allows it', async () => {
    const openedUrls: string[] = []
    const onClick = (event: MouseEvent) => {
      const [target] = event.composedPath()
      if (!(target instanceof HTMLAnchorElement)) return
      event.preventDefault()
      openedUrls.push(target.href)
    }
    document.addEventListener('click', onClick)
    const { ramp } = renderRamp({}, { server: { ...rampServer, delayMs: 100 } })
    click('Continue to provider')
    await waitFor(() => expect(rampFrame()).not.toBeNull())
    dispatchFrameMessage('WIDGET_READY')
    await userEvent.click(await screen.findByRole('button', { name: 'Open in a new tab' }))
    await heading('Continue in the other tab')
    expect(openedUrls).toEqual([`${rampOrigin}${rampPage}`])
    expect(ramp.sessions).toHaveLength(2)
    expect(document.body).not.toHaveFocus()
    document.removeEventListener('click', onClick)
  })
})

describe('focus and announcements', () => {
  const announcement = () => screen.getAllByRole('status').at(-1)?.textContent

  it('moves to the first text of each view, and that text is not announced again', async () => {
    const { ramp } = renderRamp({}, { server: rampServer })
    const button = screen.getByRole('button', { name: 'Continue to provider' })
    button.focus()
    fireEvent.click(button)
    await waitFor(() => expect(rampFrame()).not.toBeNull())
    expect(await heading('Buy bitcoin')).toHaveFocus()
    expect(announcement()).toBe('Opening a secure session…')
    dispatchFrameMessage('WIDGET_TRANSACTION_COMPLETE')
    await waitFor(async () => expect(await heading('Confirming your purchase')).toHaveFocus())
    ramp.setSessionState({ status: 'completed' })
    await waitFor(async () => expect(await heading('Purchase complete')).toHaveFocus())
    expect(announcement()).toBe('')
  })

  it('moves to the reason of a failure', async () => {
    const tamper = () => {
      throw new LeydenError('RATE_LIMITED', 'x')
    }
    renderRamp({}, { server: { tamper } })
    const button = screen.getByRole('button', { name: 'Continue to provider' })
    button.focus()
    fireEvent.click(button)
    await waitFor(() =>
      expect(document.activeElement?.textContent).toMatch(/^Too many tries. Wait a moment\./),
    )
  })

  it('stays where the person has moved it meanwhile, and the change is announced', async () => {
    const { ramp } = renderRamp({}, { server: rampServer })
    const otherButton = document.createElement('button')
    document.body.append(otherButton)
    click('Continue to provider')
    await waitFor(() => expect(rampFrame()).not.toBeNull())
    otherButton.focus()
    ramp.setSessionState({ status: 'completed' })
    await heading('Purchase complete')
    expect(otherButton).toHaveFocus()
    expect(announcement()).toBe('Purchase complete')
    otherButton.remove()
  })
})

describe('in a dialog', () => {
  const dialog = () => document.querySelector('dialog')
  it('keeps the focus inside and returns it, asks before Escape closes it, and shows the result', async () => {
    const { ramp } = renderRamp({ presentation: 'dialog' }, { server: rampServer })
    const opener = screen.getByRole('button', { name: 'Continue to provider' })
    opener.focus()
    fireEvent.click(opener)
    await waitFor(() => expect(rampFrame()).toBeVisible())
    expect(dialog()?.open).toBe(true)
    expect(dialog()?.contains(document.activeElement)).toBe(true)
    const element = rampFrame()
    const cancelEvent = new Event('cancel', { cancelable: true })
    fireEvent(dialog() as HTMLDialogElement, cancelEvent)
    expect(cancelEvent.defaultPrevented).toBe(true)
    expect(await screen.findByRole('alertdialog')).toHaveFocus()
    click('Stay')
    expect(dialog()?.contains(document.activeElement)).toBe(true)
    expect(dialog()).not.toHaveFocus()

    // A browser may close it nevertheless. Then it is only hidden.
    const closed = new Promise((resolve) => dialog()?.addEventListener('close', resolve, { once: true }))
    dialog()?.close()
    await closed
    click('Show')
    await waitFor(() => expect(dialog()?.open).toBe(true))
    expect(rampFrame()).toBe(element)

    dispatchFrameMessage('WIDGET_TRANSACTION_COMPLETE')
    await heading('Confirming your purchase')
    click('Close')
    await waitFor(() => expect(dialog()?.open).toBe(false))
    expect(screen.getByText('Confirming your purchase', { selector: 'p' })).toBeVisible()
    ramp.setSessionState({ status: 'completed' })
    // The dialog covers the page no more. The result is shown in the page.
    expect(await heading('Purchase complete')).toBeVisible()
    expect(dialog()?.open).toBe(false)
    click('Done')
    expect(screen.getByRole('button', { name: 'Continue to provider' })).toBeVisible()
    expect(dialog()?.open).toBe(false)
  })

  it('stays where it is when the page changes `presentation` during a purchase', async () => {
    const { rerender } = renderRamp({ presentation: 'inline' }, { server: rampServer })
    click('Continue to provider')
    await waitFor(() => expect(rampFrame()).not.toBeNull())
    const element = rampFrame()
    rerender({ presentation: 'dialog' })
    rerender({ presentation: 'inline' })
    rerender({ presentation: 'dialog' })
    expect(rampFrame()).toBe(element)
    expect(dialog()).toBeNull()
  })
})
