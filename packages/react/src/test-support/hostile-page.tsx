// The page of a shop for the stories of restrictive hosts: it runs in a separate frame, with that frame's window,
// document and restrictions. It reports its text and its console messages to the surrounding page.
import { createRoot } from 'react-dom/client'
import { LeydenProvider } from '../foundation/provider/leyden-provider.js'
import { RampWidget } from '../ramp/ramp-widget.js'
import styles from '../styles.css?inline'
import { createSandboxServer } from './sandbox-server.js'

/** What the page in the frame reports. */
export interface HostReport {
  /** The status of the flow. */
  state: string
  /** All text on the page. */
  words: string
  /** The number of frames on the page. */
  frames: number
  /** `target`, `rel` and text of its link; empty without one. */
  link: string[]
  /** The calls of `onBlocked`. */
  blocked: [reason: string, fix: string][]
}

const { scheme, rampPage } = document.documentElement.dataset
const sheet = new CSSStyleSheet()
sheet.replaceSync(styles)
document.adoptedStyleSheets = [sheet]

const blocked: HostReport['blocked'] = []
const container = document.getElementById('root') as HTMLElement
const sendReport = () => {
  const link = container.querySelector('a')
  const report: HostReport = {
    state: container.querySelector('section')?.dataset.state ?? '',
    words: container.textContent,
    frames: container.querySelectorAll('iframe').length,
    link: link ? [link.target, link.rel, link.textContent] : [],
    blocked,
  }
  window.parent.postMessage(report, '*')
}
new MutationObserver(sendReport).observe(container, { subtree: true, childList: true, attributes: true })

const root = createRoot(container)
root.render(
  <LeydenProvider
    client={createSandboxServer('host', { rampPage }).client}
    colorScheme={scheme === 'dark' ? 'dark' : 'light'}
  >
    <RampWidget
      autoStart
      quoteCurrency="USD"
      baseCurrency="BTC"
      email="you@mail.example"
      remember="never"
      onBlocked={(...frame) => {
        blocked.push(frame)
        sendReport()
      }}
    />
  </LeydenProvider>,
)
// Unmount before the frame is removed, because pending work would find no window after that.
window.addEventListener('pagehide', () => root.unmount())
