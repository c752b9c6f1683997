// The page of a shop, as a user of the package would write it. Tests control it with the functions on its window.
import { createClient } from '@leyden/core'
import { LeydenProvider, RampWidget, type RampWidgetProps } from '@leyden/react'
import '@leyden/react/styles.css'
import { createElement, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

type CallbackCall = [name: string, ...payload: unknown[]]

declare global {
  interface Window {
    callbackCalls: CallbackCall[]
    show(props: object): void
    renderAgain(times: number): void
  }
}

window.callbackCalls = []
const recordCall =
  (name: string) =>
  (...payload: unknown[]) => {
    window.callbackCalls.push([name, ...payload])
  }
window.addEventListener('error', ({ message }) => recordCall('pageError')(message))
window.addEventListener('unhandledrejection', ({ reason }) => recordCall('pageError')(String(reason)))

// A loaded machine may take longer than a person waits. No test of this page is about a slow BFF.
const client = createClient({ baseUrl: '/leyden', timeoutMs: 120_000 })
const root = createRoot(document.getElementById('root') as HTMLElement)
let currentProps: object = JSON.parse(new URLSearchParams(location.search).get('props') ?? '{}')

/** A new `key` makes another widget. Each render has new objects and callbacks. */
function render() {
  const props: RampWidgetProps = {
    ...structuredClone(currentProps),
    onSession: recordCall('session'),
    onReady: recordCall('ready'),
    onCompleted: recordCall('completed'),
    onExpired: recordCall('expired'),
    onBlocked: recordCall('blocked'),
    onClose: recordCall('close'),
    onDone: recordCall('done'),
    onError: ({ code }) => recordCall('error')(code),
    onStateChange: (state) => {
      recordCall('state')(state.status)
      if (state.status === 'open' && state.step) recordCall('step')(state.step)
    },
  }
  const widget = createElement(RampWidget, props)
  root.render(createElement(StrictMode, null, createElement(LeydenProvider, { client }, widget)))
}

window.show = (props) => {
  currentProps = props
  render()
}
window.renderAgain = (times) => {
  for (let n = 0; n < times; n++) setTimeout(render)
}
render()
