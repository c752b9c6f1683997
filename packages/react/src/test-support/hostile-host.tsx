import { useEffect, useRef, useState } from 'react'
import { useLeydenContext } from '../provider/leyden-context.js'
import hostilePage from './hostile-page.js?worker&url'
import rampPage from './ramp-page.html?url&no-inline'

/** What the page in the frame reports. */
export interface HostReport {
  /** Of the flow. */
  state: string
  /** All that a person reads in it. */
  words: string
  /** How many frames it has itself. */
  frames: number
  /** `target`, `rel` and words of its link; empty without one. */
  link: string[]
  /** Each call of `onBlocked`. */
  blocked: [reason: string, fix: string][]
}

export interface HostileHostProps {
  /** Attributes of the frame that the shop's page is put in: what a portal allows it. */
  attributes?: Readonly<Record<string, string>>
  /** The Content-Security-Policy that the shop's page has itself. */
  policy?: string
}

/** One object, or each render would bring another page. */
const none = {}

/** A shop's page under restrictions, in a frame, and below it what its developer is told. */
export function HostileHost({ attributes = none, policy }: HostileHostProps) {
  const place = useRef<HTMLDivElement>(null)
  const { colorScheme } = useLeydenContext()
  const [report, setReport] = useState<HostReport | null>(null)
  useEffect(() => {
    const frame = document.createElement('iframe')
    for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value)
    frame.title = 'A page with rules'
    frame.height = '880'
    frame.style.cssText = 'width: min(100%, 440px); border: 1px dashed #8f897e'
    frame.srcdoc = shopPage(policy, colorScheme)
    const hear = ({ source, data }: MessageEvent<HostReport>) => {
      if (source === frame.contentWindow) setReport(data)
    }
    window.addEventListener('message', hear)
    place.current?.append(frame)
    return () => {
      window.removeEventListener('message', hear)
      frame.remove()
    }
  }, [attributes, policy, colorScheme])
  return (
    <>
      <div ref={place} data-report={report ? JSON.stringify(report) : undefined} />
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
  const rule = policy ? `<meta http-equiv="Content-Security-Policy" content="${policy}">` : ''
  // Built, it is one file, which a page without an origin of its own may load from anywhere, unlike modules.
  const kind = hostilePage.includes('?') ? 'type="module"' : 'defer'
  return `<!doctype html><html lang="en" data-scheme="${scheme}" data-ramp-page="${page}"><head><meta charset="utf-8">
<title>A shop</title>${rule}<script>window.$RefreshSig$ = () => (type) => type; window.$RefreshReg$ = () => {}</script>
<script ${kind} src="${script}"></script></head><body style="margin:0"><div id="root"></div></body></html>`
}
