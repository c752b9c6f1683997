import { useEffect, useRef, useState } from 'react'
import { useSiteScheme } from '../live/use-site-scheme'
import { CodeEditor } from './code-editor'
import { EXAMPLES, type ExampleName } from './examples'
import type { FrameMessage, RunMessage } from './messages'

const NAMES = Object.keys(EXAMPLES) as ExampleName[]
/** In a lower frame the card would have the layout for a phone in landscape. */
const MIN_HEIGHT = 560
type Line = Extract<FrameMessage, { leyden: 'line' }>

/** An editor, and a frame that runs its code against a BFF and the sandbox, all in this page. */
export function Playground() {
  const [example, setExample] = useState<ExampleName>('Tip jar')
  const code = useRef<string>(EXAMPLES[example])
  const [runs, setRuns] = useState(1)
  const [lines, setLines] = useState<Line[]>([])
  const [height, setHeight] = useState(MIN_HEIGHT)
  const frame = useRef<HTMLIFrameElement>(null)
  const colorScheme = useSiteScheme()

  const run = () => {
    setLines([])
    setRuns((count) => count + 1)
  }
  const choose = (name: ExampleName) => {
    setExample(name)
    code.current = EXAMPLES[name]
    run()
  }

  useEffect(() => {
    const listen = ({ data, origin, source }: MessageEvent<FrameMessage>) => {
      const target = frame.current?.contentWindow
      if (origin !== location.origin || !target || source !== target) return
      if (data.leyden === 'ready') {
        const message: RunMessage = { leyden: 'run', code: code.current, colorScheme }
        target.postMessage(message, origin)
      } else if (data.leyden === 'height') setHeight(Math.max(MIN_HEIGHT, Math.ceil(data.px)))
      else if (data.leyden === 'line') setLines((shown) => [...shown, data])
    }
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [colorScheme])

  return (
    <div className="not-content playground">
      <div className="playground-bar">
        <label>
          Example{' '}
          <select value={example} onChange={(event) => choose(event.currentTarget.value as ExampleName)}>
            {NAMES.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <button type="button" onClick={run} aria-keyshortcuts="Control+Enter Meta+Enter">
          Run
        </button>
      </div>
      <CodeEditor
        initialCode={EXAMPLES[example]}
        onChange={(text) => {
          code.current = text
        }}
        onRun={run}
      />
      <iframe
        // A new run is a new page: nothing of the last one is left.
        key={`${runs} ${colorScheme}`}
        ref={frame}
        src={`${import.meta.env.BASE_URL.replace(/\/?$/, '/')}playground/frame/`}
        title="What the code shows"
        style={{ blockSize: height }}
      />
      <section className="playground-log" aria-label="Console and server" aria-live="polite">
        {lines.length === 0 && <p>What the page logs, and the events of the server, appear here.</p>}
        {lines.map(({ from, text }, index) => (
          <p key={`${index} ${text}`} data-from={from}>
            <strong>{LABELS[from]}</strong> {text}
          </p>
        ))}
      </section>
    </div>
  )
}

const LABELS = { page: 'console', server: 'server', error: 'error' }
