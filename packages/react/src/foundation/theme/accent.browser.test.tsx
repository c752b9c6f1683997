import { render } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LeydenProvider, PayToLightningAddress } from '../../index.js'
import sheetText from '../../styles.css?inline'
import { createFakeClient } from '../../testing.js'

type Colour = readonly [red: number, green: number, blue: number]

const GROUND = { light: '#ffffff', dark: '#17181c' }
const INK = { light: '#1c1a17', dark: '#f3f1ec' }

const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })

/** The sRGB values that a screen shows for a CSS colour. */
function toRgb(colour: string): Colour {
  if (!canvas) throw new Error('There is no canvas.')
  canvas.clearRect(0, 0, 1, 1)
  canvas.fillStyle = colour
  canvas.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha] = canvas.getImageData(0, 0, 1, 1).data
  expect(alpha, colour).toBe(255)
  return [red, green, blue]
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
function contrast(first: string, second: string): number {
  const luminance = (colour: string) => {
    const [r, g, b] = toRgb(colour).map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    ) as [number, number, number]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [low, high] = [luminance(first), luminance(second)].sort((a, b) => a - b) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** Every notation of a colour, all hues in pale and deep, and colours outside of sRGB. */
const accents = [
  '#6b4eff',
  '#FD0',
  '#6b4eff80',
  'rgb(107 78 255)',
  'rgb(107, 78, 255)',
  'hsl(250deg 100% 65%)',
  'hwb(250 30% 0%)',
  'oklch(0.6 0.2 290)',
  'oklab(0.6 0.05 -0.2)',
  'lab(45% 40 -80)',
  'lch(45% 90 300)',
  'color(display-p3 1 0 0)',
  'color-mix(in oklab, red, blue)',
  'rebeccapurple',
  'white',
  'black',
  'var(--brand)',
  ...[0, 36, 73, 109, 117, 118, 119, 146, 182, 219].map((grey) => `rgb(${grey} ${grey} ${grey})`),
  ...Array.from({ length: 24 }, (_, step) => step * 15).flatMap((hue) => [
    `hsl(${hue} 100% 50%)`,
    `hsl(${hue} 100% 25%)`,
    `hsl(${hue} 90% 80%)`,
    `hsl(${hue} 40% 45%)`,
    `hsl(${hue} 70% 6%)`,
    `oklch(0.55 0.4 ${hue})`,
  ]),
]

const PROPERTIES = ['accent', 'accent-hover', 'on-accent', 'accent-soft', 'accent-line'] as const

/** A root without a widget, and its style sheet. */
function renderRoot(css: string) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [sheet]
  document.body.style.setProperty('--brand', '#0b7285')
  const root = document.body.appendChild(document.createElement('div'))
  root.className = 'leyden'
  const probe = root.appendChild(document.createElement('i'))
  return {
    root,
    sheet,
    /** The five colours of the root, computed. */
    colours: () =>
      Object.fromEntries(
        PROPERTIES.map((name) => {
          probe.style.color = `var(--ly-${name})`
          return [name, getComputedStyle(probe).color]
        }),
      ) as Record<(typeof PROPERTIES)[number], string>,
  }
}

/** Rules that a browser without relative colours ignores. */
function dropRelativeColours(rules: CSSRuleList, owner: { deleteRule(index: number): void }) {
  let dropped = 0
  for (let index = rules.length - 1; index >= 0; index--) {
    const rule = rules[index]
    if (rule instanceof CSSSupportsRule && rule.conditionText.includes('from red')) {
      owner.deleteRule(index)
      dropped++
    } else if (rule instanceof CSSLayerBlockRule) dropped += dropRelativeColours(rule.cssRules, rule)
  }
  return dropped
}

afterEach(() => {
  document.body.replaceChildren()
  document.body.removeAttribute('style')
  document.adoptedStyleSheets = []
})

describe.each(['light', 'dark'] as const)('an accent of the page in the %s scheme', (scheme) => {
  it.each([
    ['this browser', false],
    ['one without relative colours', true],
  ])('gives text a contrast of 4.5:1 and lines of 3:1 for any colour, in %s', (_, isOld) => {
    const { root, sheet, colours } = renderRoot(sheetText)
    if (isOld) expect(dropRelativeColours(sheet.cssRules, sheet)).toBe(1)
    root.dataset.scheme = scheme
    const tooLow: string[] = []
    for (const accent of accents) {
      root.style.setProperty('--leyden-accent', accent)
      const computed = colours()
      const pairs = [
        ['text', computed['on-accent'], computed.accent, 4.5],
        ['text, hover', computed['on-accent'], computed['accent-hover'], 4.5],
        ['text on a selected item', INK[scheme], computed['accent-soft'], 4.5],
        ['line', computed['accent-line'], GROUND[scheme], 3],
        ['line around a selected item', computed['accent-line'], computed['accent-soft'], 3],
        ['button', computed.accent, GROUND[scheme], 1.2],
      ] as const
      // A translucent colour is made opaque in browsers with relative colours.
      if (isOld && accent === '#6b4eff80') continue
      for (const [label, foreground, background, minimum] of pairs)
        if (contrast(foreground, background) < minimum)
          tooLow.push(
            `${accent}: ${label} ${contrast(foreground, background).toFixed(2)}, ${JSON.stringify(computed)}`,
          )
    }
    expect(accents.length).toBeGreaterThan(150)
    expect(tooLow).toEqual([])
  })

  it('is the colour itself, and those around it keep their hue', () => {
    const { root, colours } = renderRoot(sheetText)
    root.dataset.scheme = scheme
    root.style.setProperty('--leyden-accent', '#6b4eff')
    expect(toRgb(colours().accent)).toEqual([0x6b, 0x4e, 0xff])
    expect(toRgb(colours()['on-accent'])).toEqual([255, 255, 255])
    const [red, , blue] = toRgb(colours()['accent-soft'])
    expect(blue).toBeGreaterThan(red)
  })

  it('is overridden by each property that the page sets itself', () => {
    const { root, colours } = renderRoot(sheetText)
    root.dataset.scheme = scheme
    root.style.setProperty('--leyden-accent', 'gold')
    for (const prefix of ['--leyden-', '--leyden-dark-'])
      for (const name of PROPERTIES.slice(1)) root.style.setProperty(prefix + name, '#123456')
    const { accent, ...rest } = colours()
    expect(toRgb(accent)).toEqual([255, 215, 0])
    expect(new Set(Object.values(rest))).toEqual(new Set(['rgb(18, 52, 86)']))
  })
})

it('uses our own colours if the page has no accent', () => {
  const { root, colours } = renderRoot(sheetText)
  root.dataset.scheme = 'light'
  expect(Object.values(colours()).map(toRgb)).toEqual(
    ['#f6a609', '#e79a00', '#231700', '#fff4db', '#a86800'].map(toRgb),
  )
  root.dataset.scheme = 'dark'
  expect(Object.values(colours()).map(toRgb)).toEqual(
    ['#ffb938', '#ffc75e', '#231700', '#3a2b0a', '#ffb938'].map(toRgb),
  )
})

it('uses the page’s dark accent in the dark scheme', () => {
  const { root, colours } = renderRoot(sheetText)
  root.dataset.scheme = 'dark'
  root.style.cssText = '--leyden-accent: navy; --leyden-dark-accent: gold'
  expect(toRgb(colours().accent)).toEqual([255, 215, 0])
})

describe('the accent of a theme', () => {
  const page = (accent: string) => (
    <LeydenProvider client={createFakeClient()} theme={{ accent, radius: 10 }} colorScheme="dark">
      <PayToLightningAddress />
    </LeydenProvider>
  )
  const widgetIn = (container: ParentNode) => container.querySelector('.leyden') as HTMLElement

  it('overrides the accent of the surrounding page, in both schemes', () => {
    const { root, colours } = renderRoot(sheetText)
    document.body.style.cssText =
      '--leyden-accent: gold; --leyden-dark-accent: gold; --leyden-dark-on-accent: #123456'
    const { container } = render(page('navy'))
    root.style.cssText = widgetIn(container).style.cssText
    root.dataset.scheme = 'dark'
    expect(toRgb(colours()['on-accent'])).toEqual([255, 255, 255])
    expect(toRgb(colours().accent)[2]).toBeGreaterThan(100)
  })

  it.each(['rebeccaviolet', '#6b4ef', 'url(https://elsewhere.example)', 'red; background: red'])(
    'is ignored if it is not a colour, and the console reports that once: %s',
    (accent) => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
      const { rerender } = render(page(accent))
      rerender(page(accent))
      expect(warn.mock.calls.filter(([line]) => line.includes('theme'))).toEqual([
        [
          `Leyden: <LeydenProvider theme.accent={${JSON.stringify(accent)}}>: must be a CSS colour, such as ` +
            '"#6b4eff" or "oklch(0.6 0.2 290)". The accent stays ours. See docs/messages.md#prop_cannot_be_used',
        ],
      ])
      expect(widgetIn(document.body).style.getPropertyValue('--leyden-accent')).toBe('')
      expect(widgetIn(document.body).style.getPropertyValue('--leyden-radius-card')).toBe('10px')
    },
  )

  it('applies in the first paint of server-rendered markup', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    document.body.innerHTML = renderToString(page('oklch(0.6 0.2 290)'))
    expect(widgetIn(document.body).style.getPropertyValue('--leyden-accent')).toBe('oklch(0.6 0.2 290)')
  })

  it('applies after hydration if a strict policy drops style attributes', async () => {
    const silencedError = vi.spyOn(console, 'error').mockImplementation(() => {})
    const html = renderToString(page('navy'))
    silencedError.mockRestore()
    const frame = document.createElement('iframe')
    frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="style-src 'none'"><div>${html}</div>`
    const isLoaded = new Promise((resolve) => frame.addEventListener('load', resolve))
    document.body.append(frame)
    await isLoaded
    const container = frame.contentDocument?.querySelector('div') as HTMLElement
    const widget = widgetIn(container)
    expect(widget.style.getPropertyValue('--leyden-accent')).toBe('')
    const consoleError = vi.spyOn(console, 'error')
    const root = hydrateRoot(container, page('navy'))
    await vi.waitFor(() => expect(widget.style.getPropertyValue('--leyden-accent')).toBe('navy'))
    expect(widgetIn(container)).toBe(widget)
    expect(consoleError.mock.calls).toEqual([])
    root.unmount()
  })

  it('is removed after hydration if it is not a colour, which a server cannot check', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const silencedError = vi.spyOn(console, 'error').mockImplementation(() => {})
    document.body.innerHTML = `<div>${renderToString(page('rebeccaviolet'))}</div>`
    silencedError.mockRestore()
    const consoleError = vi.spyOn(console, 'error')
    const container = document.body.firstElementChild as HTMLElement
    const widget = widgetIn(container)
    const root = hydrateRoot(container, page('rebeccaviolet'))
    await vi.waitFor(() => expect(widget.style.getPropertyValue('--leyden-accent')).toBe(''))
    expect(widgetIn(container)).toBe(widget)
    expect(consoleError.mock.calls).toEqual([])
    root.unmount()
  })
})
