// The page of a shop with any number of pay widgets, as a user of the package would write it. Tests control it with the
// functions on its window.
import { LeydenProvider, PayToLightningAddress, type PayToLightningAddressProps } from '@leyden/react'
import '@leyden/react/styles.css'
import { createElement, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

/** The props of the page's widgets by name. `intentFrom` is a path of the shop's server that answers with an intent. */
export type Widgets = Record<string, { intentFrom?: string; [prop: string]: unknown }>

declare global {
  interface Window {
    /**
     * Shows these widgets, keeps those with the same name, and unmounts the others. A reload shows the same widgets.
     */
    showWidgets(widgets: Widgets): void
    /** Renders the page again, with new objects and callbacks each time. */
    renderAgain(times: number): void
    /** Reports calls of the widgets' callbacks to the test, as JSON. */
    reportToTest?(widget: string, callback: string, payload: unknown): void
    /** The token of the person who is signed in, in a shop that signs people in. */
    getToken?(): Promise<string | null>
  }
}

const root = createRoot(document.getElementById('root') as HTMLElement)
const pageUrl = new URL(location.href)
const bffUrl = pageUrl.searchParams.get('bff') ?? ''
let widgets: Widgets = JSON.parse(pageUrl.searchParams.get('widgets') ?? '{}')

function render() {
  const children = Object.entries(widgets).map(([name, { intentFrom, ...options }]) => {
    const reportCall = (callback: string) => (payload: unknown) => {
      const json = JSON.stringify(payload, (_, value) => (typeof value === 'bigint' ? String(value) : value))
      window.reportToTest?.(name, callback, JSON.parse(json))
    }
    const intent = intentFrom && { intent: async () => (await fetch(intentFrom)).text() }
    const props: PayToLightningAddressProps = {
      ...(Object.assign({}, options, intent) as object),
      'aria-label': name,
      onCharge: reportCall('charge'),
      onPaid: reportCall('paid'),
      onError: ({ code }) => reportCall('error')(code),
    }
    return createElement(PayToLightningAddress, { key: name, ...props })
  })
  const provider = createElement(LeydenProvider, { bffUrl, getToken: window.getToken }, children)
  root.render(createElement(StrictMode, null, provider))
}

window.showWidgets = (next) => {
  widgets = next
  pageUrl.searchParams.set('widgets', JSON.stringify(next))
  history.replaceState(null, '', pageUrl)
  render()
}
window.renderAgain = (times) => {
  for (let n = 0; n < times; n++) setTimeout(render)
}
render()
