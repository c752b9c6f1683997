import { describe, expect, it } from 'vitest'
import { accentColours, contrast, parseColour } from './accent.js'
import { themeProperties } from './theme.js'

const read = (text: string) => parseColour(text) ?? [0, 0, 0]
const grounds = { light: read('#ffffff'), dark: read('#17181c') } as const

/** All around the wheel, from pale to deep, and the greys: 128 colours. */
function accents(): [number, number, number][] {
  const colours: [number, number, number][] = []
  for (let hue = 0; hue < 360; hue += 15)
    for (const [saturation, lightness] of [
      [1, 0.5],
      [1, 0.25],
      [0.9, 0.8],
      [0.4, 0.45],
      [0.7, 0.06],
    ] as const) {
      const part = (offset: number) => {
        const k = (offset + hue / 30) % 12
        const a = saturation * Math.min(lightness, 1 - lightness)
        return Math.round(255 * (lightness - a * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
      }
      colours.push([part(0), part(8), part(4)])
    }
  for (const grey of [0, 36, 73, 109, 146, 182, 219, 255]) colours.push([grey, grey, grey])
  return colours
}

describe.each(['light', 'dark'] as const)('one accent in the %s scheme', (scheme) => {
  it('gives text of 4.5:1 and lines of 3:1 for over a hundred colours', () => {
    const all = accents()
    expect(all.length).toBeGreaterThan(100)
    for (const accent of all) {
      const colours = accentColours(accent, scheme)
      const about = `${accent} → ${JSON.stringify(colours)}`
      const [fill, hover, text, soft, line] = [
        colours.accent,
        colours.accentHover,
        colours.onAccent,
        colours.accentSoft,
        colours.accentLine,
      ].map(read) as [typeof accent, typeof accent, typeof accent, typeof accent, typeof accent]
      expect(contrast(text, fill), about).toBeGreaterThanOrEqual(4.5)
      expect(contrast(text, hover), about).toBeGreaterThanOrEqual(4.5)
      expect(contrast(line, grounds[scheme]), about).toBeGreaterThanOrEqual(3)
      expect(contrast(line, soft), about).toBeGreaterThanOrEqual(3)
      const ink = scheme === 'light' ? read('#1c1a17') : read('#f3f1ec')
      expect(contrast(ink, soft), about).toBeGreaterThanOrEqual(4.5)
      expect(contrast(fill, grounds[scheme]), about).toBeGreaterThanOrEqual(1.2)
    }
  })
})

describe('a theme', () => {
  it('sets both schemes from one colour', () => {
    const properties = themeProperties({ accent: '#6b4eff', radius: 10, font: 'Inter, sans-serif' })
    expect(properties['--leyden-accent']).toBe('#6b4eff')
    expect(properties['--leyden-on-accent']).toBe('#ffffff')
    expect(properties).toHaveProperty('--leyden-dark-accent-soft')
    expect(properties['--leyden-radius-card']).toBe('10px')
    expect(properties['--leyden-radius-field']).toBe('6px')
    expect(properties['--leyden-font']).toBe('Inter, sans-serif')
  })

  it('leaves the accent alone when it is no colour', () => {
    expect(themeProperties({ accent: 'url(https://elsewhere.example)' })).toEqual({})
  })
})
