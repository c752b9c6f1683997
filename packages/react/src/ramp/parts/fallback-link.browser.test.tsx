import { LeydenError } from '@leyden/core'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  click,
  dispatchFrameMessage,
  heading,
  rampFrame,
  rampOrigin,
  rampPage,
  rampServer,
  renderRamp,
} from '../../test-support/render-ramp.js'

describe('a purchase behind a link', () => {
  it('shows a real link to a ready session, and waits after it was followed', async () => {
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
      expect(document.activeElement?.textContent).toMatch(/^There are too many requests right now\./),
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
    await waitFor(() => expect(screen.getByText('Purchase complete', { selector: 'p' })).toBeVisible())
    click('Show')
    fireEvent.click(await screen.findByRole('button', { name: 'Done' }))
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
