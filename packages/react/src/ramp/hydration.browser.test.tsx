import { act } from '@testing-library/react'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { LeydenProvider } from '../foundation/provider/leyden-provider.js'
import { createFakeClient } from '../testing/fake-client.js'
import { RampWidget } from './ramp-widget.js'

it('hydrates the server’s HTML without a warning, and makes one session', async () => {
  const client = createFakeClient({
    ramp: {
      origin: location.origin,
      tamper: (session) => ({ ...session, widget_url: `${location.origin}/ramp-page-of-tests` }),
    },
  })
  const page = (
    <StrictMode>
      <LeydenProvider client={client}>
        <RampWidget quoteCurrency="USD" autoStart />
      </LeydenProvider>
    </StrictMode>
  )
  const host = document.createElement('div')
  // React 18 warns about the server renderer in a browser.
  const silencedError = vi.spyOn(console, 'error').mockImplementation(() => {})
  host.innerHTML = renderToString(page)
  silencedError.mockRestore()
  const consoleError = vi.spyOn(console, 'error')
  document.body.append(host)
  const onRecoverableError = vi.fn()
  const root = await act(async () => hydrateRoot(host, page, { onRecoverableError }))
  await vi.waitFor(() => expect(host.querySelectorAll('iframe')).toHaveLength(1))
  expect(client.sessions).toHaveLength(1)
  expect(onRecoverableError).not.toHaveBeenCalled()
  expect(consoleError).not.toHaveBeenCalled()
  consoleError.mockRestore()
  act(() => root.unmount())
  host.remove()
})
