import { createServerClock } from '@leyden/core/internal'
import { fireEvent, render, screen } from '@testing-library/react'
import { type JSXElementConstructor, type ReactNode, StrictMode } from 'react'
import { afterEach, beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import { LeydenProvider, type LeydenProviderProps } from '../foundation/provider/leyden-provider.js'
import { RampWidget } from '../ramp/ramp-widget.js'
import type { RampWidgetProps } from '../ramp/ramp-widget-props.js'
import { createFakeClient, type FakeRampOptions } from '../testing/fake-client.js'
import '../styles.css'

type RenderWrapper = JSXElementConstructor<{ children: ReactNode }> | undefined

interface RenderOptions extends Omit<LeydenProviderProps, 'client' | 'children'> {
  server?: RampServer
  /** Where the widget is rendered. @default a new element at the end of the page */
  container?: HTMLElement | undefined
  /** What the app has around it. */
  wrapper?: RenderWrapper
  /** The client of an earlier page load. */
  ramp?: ReturnType<typeof createFakeRamp>
}

interface RampServer extends FakeRampOptions {
  delayMs?: number
}

/** Runs the tests of a file in a window that is wider than a phone, on which the widget opens a dialog. */
export function inAWideWindow(): void {
  beforeEach(() => page.viewport(640, 896))
  afterEach(() => page.viewport(414, 896))
}

/** A fake client for ramp sessions. */
export function createFakeRamp({ delayMs, ...ramp }: RampServer = {}) {
  return createFakeClient({ delayMs, ramp })
}

/** Renders the widget like a page, under StrictMode, with a fake client. */
export function renderRamp(props: RampWidgetProps = {}, options: RenderOptions = {}) {
  const { server, container: place, wrapper, ramp = createFakeRamp(server), ...provider } = options
  const client = { ...ramp, clock: createServerClock(), baseUrl: 'https://fake-ramp.example' }
  const widget = (nextProps: RampWidgetProps) => (
    <StrictMode>
      <LeydenProvider {...provider} client={client}>
        <RampWidget {...nextProps} />
      </LeydenProvider>
    </StrictMode>
  )
  const { rerender, unmount, container } = render(widget(props), { container: place, wrapper })
  return {
    ramp,
    client,
    container,
    unmount,
    rerender: (nextProps: RampWidgetProps) => rerender(widget(nextProps)),
  }
}

/** A page of the tests' own origin replaces the provider's. Its content does not matter. */
export const rampPage = '/ramp-page-of-tests'
export const rampOrigin = location.origin
export const rampServer: FakeRampOptions = {
  origin: rampOrigin,
  tamper: (session) => ({ ...session, widget_url: `${rampOrigin}${rampPage}` }),
}

export const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
export const rampFrame = () => screen.queryByTitle<HTMLIFrameElement>(/^Buy bitcoin at/)
export const heading = (name: string | RegExp) => screen.findByRole('heading', { name })

/** Dispatches a message like the frame would. */
export function dispatchFrameMessage(type: string, payload?: object): void {
  const source = rampFrame()?.contentWindow ?? null
  window.dispatchEvent(new MessageEvent('message', { data: { type, payload }, origin: rampOrigin, source }))
}
