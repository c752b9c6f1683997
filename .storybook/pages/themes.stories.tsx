import type { Meta, StoryObj } from '@storybook/react-vite'
import { useEffect, useRef, useState } from 'react'
import { lookupFixtures } from '../../packages/react/src/address/fixtures.js'
import { LightningAddressField } from '../../packages/react/src/address/lightning-address-field.js'
import { LeydenProvider } from '../../packages/react/src/foundation/provider/leyden-provider.js'
import { type Theme, themeProperties } from '../../packages/react/src/foundation/theme/theme.js'
import { payFixtures } from '../../packages/react/src/pay/flow/fixtures.js'
import { rampFixtures } from '../../packages/react/src/ramp/flow/fixtures.js'
import { PayPicture } from '../../packages/react/src/test-support/pay-picture.js'
import { RampPicture } from '../../packages/react/src/test-support/ramp-picture.js'
import { createFakeClient } from '../../packages/react/src/testing/fake-client.js'
import { Choice } from './choice.js'
import { contrastOf } from './contrast.js'
import { CopyBox } from './copy-box.js'
import { usePageArgs } from './use-page-args.js'

interface ThemesProps {
  accent: string
  radius: number
  font: string
}

const SYSTEM = ''
const fonts = [
  [SYSTEM, 'The system’s'],
  ['Georgia, "Times New Roman", serif', 'Serif'],
  ['ui-rounded, "Nunito", "Varela Round", sans-serif', 'Rounded'],
  ['ui-monospace, Menlo, monospace', 'Monospace'],
] as const

const presets: Record<string, ThemesProps> = {
  Leyden: { accent: '#f6a609', radius: 20, font: SYSTEM },
  Violet: { accent: '#6b4eff', radius: 12, font: SYSTEM },
  Forest: { accent: '#0a7d55', radius: 6, font: fonts[1][0] },
  Cherry: { accent: '#d1004b', radius: 28, font: fonts[2][0] },
  Ink: { accent: '#111111', radius: 0, font: fonts[3][0] },
  Sky: { accent: '#7fd8ff', radius: 16, font: SYSTEM },
}

const client = createFakeClient()

function Themes({
  accent,
  radius,
  font,
  onChange,
}: ThemesProps & { onChange: (args: Partial<ThemesProps>) => void }) {
  const theme: Theme = { accent, radius, font: font || undefined }
  return (
    <main className="page-themes">
      <div className="page-bar">
        <fieldset className="page-presets">
          <legend>Presets</legend>
          {Object.entries(presets).map(([name, preset]) => (
            <button key={name} type="button" onClick={() => onChange(preset)}>
              <span style={{ background: preset.accent, borderRadius: preset.radius / 3 }} />
              {name}
            </button>
          ))}
        </fieldset>
        <label className="page-choice">
          Accent
          <input
            type="color"
            value={accent}
            onChange={({ currentTarget }) => onChange({ accent: currentTarget.value })}
          />
        </label>
        <label className="page-choice">
          Radius, {radius} px
          <input
            type="range"
            min="0"
            max="40"
            value={radius}
            onChange={({ currentTarget }) => onChange({ radius: Number(currentTarget.value) })}
          />
        </label>
        <Choice label="Font" value={font} options={fonts} onChange={(next) => onChange({ font: next })} />
      </div>
      {(['light', 'dark'] as const).map((scheme) => (
        <Board key={scheme} scheme={scheme} theme={theme} />
      ))}
      <h2>Copy it</h2>
      <div className="page-columns">
        <CopyBox label="As CSS variables" text={cssOf(theme)} />
        <CopyBox label="As props" text={propsOf(theme)} />
      </div>
    </main>
  )
}

/** All widgets in one scheme, with the contrast of the theme. */
function Board({ scheme, theme }: { scheme: 'light' | 'dark'; theme: Theme }) {
  const board = useRef<HTMLElement>(null)
  const [contrasts, setContrasts] = useState<Contrast[]>([])
  const key = JSON.stringify(theme)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each theme has other contrasts
  useEffect(() => {
    // Waits until the transition of the colours has ended.
    const timer = setTimeout(() => setContrasts(measure(board.current)), 400)
    return () => clearTimeout(timer)
  }, [key])
  return (
    <section ref={board} className="page-board" data-scheme={scheme} aria-label={`Widgets in ${scheme}`}>
      <p className="page-contrast">
        <strong>{scheme === 'light' ? 'Light' : 'Dark'}.</strong> Contrast:{' '}
        {contrasts.map(([pair, ratio, least]) => (
          <span key={pair}>
            {pair}{' '}
            {ratio === null
              ? '–'
              : `${ratio.toFixed(1)} : 1 ${ratio < least ? 'is too low' : 'is enough'}`}{' '}
          </span>
        ))}
      </p>
      <LeydenProvider client={client} theme={theme} colorScheme={scheme}>
        <div className="page-tiles">
          <PayPicture
            state={payFixtures.idle}
            lookup={lookupFixtures.found}
            options={{ presets: [500n, 2_100n, 10_000n] }}
          />
          <PayPicture state={payFixtures.awaiting} />
          <PayPicture state={payFixtures.paid} />
          <RampPicture state={rampFixtures.asking} />
          <LightningAddressField client={client} defaultAddress="alice@wallet.example" />
        </div>
      </LeydenProvider>
    </section>
  )
}

/** The contrast of two colours, and the least one: for text, for a line with a meaning, and for a fill. */
type Contrast = [pair: string, ratio: number | null, least: number]

function measure(board: HTMLElement | null): Contrast[] {
  const button = board?.querySelector('.leyden-submit')
  const card = board?.querySelector('.leyden')
  if (!button || !card) return []
  const buttonStyle = getComputedStyle(button)
  const cardBackground = getComputedStyle(card).backgroundColor
  const chosenStyle = getComputedStyle(card.querySelector('[aria-pressed="true"]') ?? card)
  return [
    ['text on the button', contrastOf(buttonStyle.color, buttonStyle.backgroundColor), 4.5],
    ['button on the card', contrastOf(buttonStyle.backgroundColor, cardBackground), 1.25],
    ['chosen line on the card', contrastOf(chosenStyle.borderTopColor, cardBackground), 3],
    ['text on the card', contrastOf(getComputedStyle(card).color, cardBackground), 4.5],
  ]
}

/** The CSS of a theme, without the declarations that only reset a page's own values. */
function cssOf(theme: Theme): string {
  const declarations = Object.entries(themeProperties(theme))
    .filter(([, value]) => value !== 'initial')
    .map(([name, value]) => `  ${name}: ${value};`)
  return `:root {\n${declarations.join('\n')}\n}`
}

function propsOf({ accent, radius, font }: Theme): string {
  const fontProp = font ? `, font: '${font}'` : ''
  return `<LeydenProvider bffUrl="/api/leyden" theme={{ accent: '${accent}', radius: ${radius}${fontProp} }}>`
}

const meta = {
  title: 'Themes',
  // The test of the built Storybook opens this page and clicks in it.
  tags: ['!autodocs', '!test', 'page'],
  args: presets.Leyden as ThemesProps,
  parameters: { a11y: { config: { rules: [{ id: 'landmark-unique', enabled: false }] } } },
} satisfies Meta<ThemesProps>
export default meta
type Story = StoryObj<ThemesProps>

/** The theme is in the URL, so that you can send it to somebody. */
export const Page: Story = {
  name: 'Colour, radius and font',
  render: function render(args, { id }) {
    const [pageArgs, setPageArgs] = usePageArgs(args, id)
    return <Themes {...pageArgs} onChange={setPageArgs} />
  },
}
