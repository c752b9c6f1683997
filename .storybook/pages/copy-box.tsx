import { useState } from 'react'

/** A text to copy. */
export function CopyBox({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState('')
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(text)
  }
  return (
    <section className="page-copy" aria-label={label}>
      <div>
        <h3>{label}</h3>
        <button type="button" onClick={copy}>
          {copied === text ? 'Copied' : 'Copy'}
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled by keyboard */}
      <pre tabIndex={0}>{text}</pre>
    </section>
  )
}
