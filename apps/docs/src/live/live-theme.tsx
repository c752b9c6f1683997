import { LeydenProvider, PayToLightningAddress } from '@leyden/react'
import '@leyden/react/styles.css'
import { type CSSProperties, useId, useState } from 'react'
import { createPageClient } from './page-client'
import { useSiteScheme } from './use-site-scheme'

const FONTS = { 'the system’s': '', serif: 'Georgia, serif', monospace: 'ui-monospace, monospace' }

/** Controls for the appearance of a widget, and the style sheet that a page needs for it. */
export function LiveTheme() {
  const [client] = useState(createPageClient)
  const [accent, setAccent] = useState('#6b4eff')
  const [radius, setRadius] = useState(12)
  const [font, setFont] = useState<keyof typeof FONTS>('the system’s')
  const colorScheme = useSiteScheme()
  const id = useId()

  const properties = {
    '--leyden-accent': accent,
    '--leyden-radius-card': `${radius}px`,
    '--leyden-radius-field': `${Math.round(radius * 0.6)}px`,
    ...(FONTS[font] && { '--leyden-font': FONTS[font] }),
  }
  const css = Object.entries(properties).map(([name, value]) => `  ${name}: ${value};\n`)

  return (
    <div className="not-content live">
      <fieldset className="live-theme">
        <legend>Appearance</legend>
        <label htmlFor={`${id}accent`}>Accent</label>
        <input
          id={`${id}accent`}
          type="color"
          value={accent}
          onChange={(event) => setAccent(event.currentTarget.value)}
        />
        <label htmlFor={`${id}radius`}>Corners</label>
        <input
          id={`${id}radius`}
          type="range"
          max="28"
          value={radius}
          onChange={(event) => setRadius(event.currentTarget.valueAsNumber)}
        />
        <label htmlFor={`${id}font`}>Font</label>
        <select
          id={`${id}font`}
          value={font}
          onChange={(event) => setFont(event.currentTarget.value as keyof typeof FONTS)}
        >
          {Object.keys(FONTS).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </fieldset>
      <div className="live-themed" style={properties as CSSProperties}>
        <LeydenProvider client={client} colorScheme={colorScheme}>
          <PayToLightningAddress address="alice@wallet.example" presets={[500, 2100, 10000]} remember="tab" />
        </LeydenProvider>
      </div>
      <pre className="live-code">
        <code>{`.leyden {\n${css.join('')}}`}</code>
      </pre>
    </div>
  )
}
