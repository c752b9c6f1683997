import { useEffect, useRef, useState } from 'react'
import { useLeydenContext } from '../foundation/provider/leyden-context.js'
import type { HostReport } from './hostile-page.js'
import hostilePage from './hostile-page.js?worker&url'
import rampPage from './ramp-page.html?url&no-inline'

export interface HostileHostProps {
  /** Attributes of the frame with the shop's page: the permissions that a portal gives it. */
  attributes?: Readonly<Record<string, string>>
  /** The shop page's own Content-Security-Policy. */
  policy?: string
}

/** A constant object, because a new one in each render would load another page. */
const NO_ATTRIBUTES = {}

/** A shop's page with restrictions, in a frame, and below it the console messages for its developer. */
export function HostileHost({ attributes = NO_ATTRIBUTES, policy }: HostileHostProps) {
  const container = useRef<HTMLDivElement>(null)
  const { colorScheme } = useLeydenContext()
  const [report, setReport] = useState<HostReport | null>(null)
  useEffect(() => {
    const frame = document.createElement('iframe')
    for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value)
    frame.title = 'A page with rules'
    frame.height = '880'
    frame.style.cssText = 'width: min(100%, 440px); border: 1px dashed #8f897e'
    frame.srcdoc = shopPage(policy, colorScheme)
    const onMessage = ({ source, data }: MessageEvent<HostReport>) => {
      if (source === frame.contentWindow) setReport(data)
    }
    window.addEventListener('message', onMessage)
    container.current?.append(frame)
    return () => {
      window.removeEventListener('message', onMessage)
      frame.remove()
    }
  }, [attributes, policy, colorScheme])
  return (
    <>
      <div ref={container} data-report={report ? JSON.stringify(report) : undefined} />
      {report?.blocked.map(([reason, fix]) => (
        <p key={reason} className="page-panel">
          <strong>onBlocked: {reason}</strong>
          {fix}
        </p>
      ))}
    </>
  )
}

function shopPage(policy: string | undefined, scheme: string | undefined): string {
  const [page, script] = [rampPage, hostilePage].map((path) => new URL(path, document.baseURI).href)
  const policyTag = policy ? `<meta http-equiv="Content-Security-Policy" content="${policy}">` : ''
  // The built page is one file. A page with an opaque origin can load it from anywhere, unlike modules.
  const scriptAttribute = hostilePage.includes('?') ? 'type="module"' : 'defer'
  return `<!doctype html><html lang="en" data-scheme="${scheme}" data-ramp-page="${page}"><head><meta charset="utf-8">
<title>A shop</title>${policyTag}<script>window.$RefreshSig$ = () => (type) => type; window.$RefreshReg$ = () => {}</script>
<script ${scriptAttribute} src="${script}"></script></head><body style="margin:0"><div id="root"></div></body></html>`
}
