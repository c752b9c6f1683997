import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { payEnglish } from '../messages/pay-english.js'
import { rampEnglish } from '../messages/ramp-english.js'
import { rampOfferEnglish } from '../messages/ramp-offer-english.js'
import { arabic } from './arabic.js'
import { german } from './german.js'
import { glossary } from './glossary.js'
import { japanese } from './japanese.js'
import { portuguese } from './portuguese.js'
import { rampArabic } from './ramp-arabic.js'
import { rampGerman } from './ramp-german.js'
import { rampJapanese } from './ramp-japanese.js'
import { rampPortuguese } from './ramp-portuguese.js'
import { rampSpanish } from './ramp-spanish.js'
import { spanish } from './spanish.js'

const languages = [
  ['arabic', rampArabic, arabic],
  ['german', rampGerman, german],
  ['japanese', rampJapanese, japanese],
  ['portuguese', rampPortuguese, portuguese],
  ['spanish', rampSpanish, spanish],
] as const

const names = Object.keys(rampEnglish) as (keyof typeof rampEnglish)[]
const placesOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

it('the offer says what comes first, so that one order serves both', () => {
  expect(names.slice(0, Object.keys(rampOfferEnglish).length)).toEqual(Object.keys(rampOfferEnglish))
})

it('has what the embed says around the widgets where the embed looks for it', () => {
  const tongue = readFileSync(join(import.meta.dirname, '../../../embed/src/languages/tongue.ts'), 'utf8')
  const lines = [...tongue.matchAll(/^ {2}(\w+): \{ part: '(\w+)', at: (\d+), english: '(.*)' \},$/gm)]
  expect(lines.length).toBe(tongue.match(/\bat: \d/g)?.length)
  expect(lines.length).toBeGreaterThan(0)
  for (const [, key = '', part = '', at, english] of lines) {
    const catalogue: Record<string, unknown> = part === 'pay' ? payEnglish : rampEnglish
    expect([key, Object.keys(catalogue).indexOf(key), catalogue[key]]).toEqual([key, Number(at), english])
  }
})

describe.each(languages)('the ramp in %s', (name, { locale, ramp = [] }, inPay) => {
  const source = readFileSync(join(import.meta.dirname, `ramp-${name}.ts`), 'utf8')
  const say = (key: (typeof names)[number]) => String(ramp[names.indexOf(key)] ?? '')

  it('has a line for each English one, in its order', () => {
    expect([...source.matchAll(/\/\* (\w+) \*\//g)].map(([, key]) => key)).toEqual(names)
    expect(ramp).toHaveLength(names.length)
    expect(locale).toBe(inPay.locale)
  })

  it('fills the same places', () => {
    for (const key of names)
      expect(`${key} ${placesOf(say(key))}`).toBe(`${key} ${placesOf(rampEnglish[key])}`)
  })

  it('leaves nothing in English', () => {
    const same = names.filter((key) => say(key) === rampEnglish[key])
    expect(same.filter((key) => key !== 'optional')).toEqual([])
  })

  it('says what both widgets say in the words of the pay widget', () => {
    const payNames = Object.keys(payEnglish)
    const shared = names.filter((key) => payNames.includes(key))
    expect(shared).toContain('testMode')
    for (const key of shared)
      expect(`${key} ${say(key)}`).toBe(`${key} ${inPay.pay?.[payNames.indexOf(key)]}`)
  })

  it('calls money and what belongs to it by the words of the glossary', () => {
    for (const { english: term, ...translations } of glossary)
      for (const key of names.filter((one) => term.test(rampEnglish[one])))
        expect(`${key}: ${say(key)}`).toMatch(translations[name])
  })

  it('is small', () => {
    const lean = source
      .replace(/import type.*\n/, '')
      .replace(/\/\*[\s\S]*?\*\/ ?/g, '')
      .replace(/\n\s*/g, '')
    expect(brotliCompressSync(lean).length).toBeLessThanOrEqual(1_500)
  })
})
