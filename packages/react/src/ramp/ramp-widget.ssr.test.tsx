import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { LeydenProvider, RampWidget } from '../index.js'
import { useRampWidget } from '../parts.js'
import { createFakeClient } from '../testing.js'

function HookOnly() {
  const ramp = useRampWidget({ client: createFakeClient(), autoStart: true })
  return <p>{ramp.view.getFrameProps() ? 'frame' : ramp.state.status}</p>
}

function serve(page: Parameters<typeof renderToString>[0]) {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
  const html = renderToString(<StrictMode>{page}</StrictMode>)
  expect(consoleError).not.toHaveBeenCalled()
  consoleError.mockRestore()
  return html
}

describe('on a server', () => {
  it.each(['inline', 'dialog', 'tab', 'auto'] as const)(
    'shows the offer (%s) and sends no request',
    (presentation) => {
      const client = createFakeClient()
      const createRampSession = vi.spyOn(client, 'createRampSession')
      const watch = vi.spyOn(client, 'watch')
      const html = serve(
        <LeydenProvider client={client}>
          <RampWidget quoteCurrency="EUR" presentation={presentation} autoStart className="mine" />
        </LeydenProvider>,
      )
      expect(html).toContain('Buy bitcoin')
      expect(html).toContain('data-state="idle"')
      expect(html).toContain('class="leyden ly-part mine"')
      expect(html).not.toMatch(/<iframe|<form|\sstyle=/)
      expect(createRampSession).not.toHaveBeenCalled()
      expect(watch).not.toHaveBeenCalled()
    },
  )

  it('the hook works without components', () => {
    expect(serve(<HookOnly />)).toBe('<p>idle</p>')
  })

  it('renders an inert card without a client', () => {
    const html = serve(<RampWidget />)
    expect(html).toContain('Buying bitcoin is not available here yet.')
    expect(html).not.toContain('<button')
  })
})
