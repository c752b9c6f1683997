import { useState } from 'react'

/** A text with a button that copies it. */
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people scroll a long line by keyboard */}
      <pre tabIndex={0}>{text}</pre>
    </section>
  )
}
