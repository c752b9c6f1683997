import { describe, expect, it } from 'vitest'
import { fill, type Message } from '../messages/message.js'
import { payEnglish } from '../messages/pay-english.js'
import { rampEnglish } from '../messages/ramp-english.js'
import { glossary } from '../test-support/glossary.js'
import { arabic } from './arabic.js'
import { german } from './german.js'
import { japanese } from './japanese.js'
import { portuguese } from './portuguese.js'
import { rampArabic } from './ramp-arabic.js'
import { rampGerman } from './ramp-german.js'
import { rampJapanese } from './ramp-japanese.js'
import { rampPortuguese } from './ramp-portuguese.js'
import { rampSpanish } from './ramp-spanish.js'
import { spanish } from './spanish.js'

const languages = [
  ['arabic', arabic, rampArabic],
  ['german', german, rampGerman],
  ['japanese', japanese, rampJapanese],
  ['portuguese', portuguese, rampPortuguese],
  ['spanish', spanish, rampSpanish],
] as const

type Catalogue = Readonly<Record<string, Message>>
const formsOf = (message: Message) => (typeof message === 'string' ? [message] : Object.values(message))
const placeholdersOf = (text = '') => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

/** What has no words, or the same ones everywhere. */
const SAME = ['sats', 'approximately', 'noteCount', 'amountSats', 'addressPlaceholder', 'optional']

const parts = languages.flatMap(([name, { locale, pay }, { ramp }]) => [
  { name, locale, part: 'pay', messages: pay as Catalogue, english: payEnglish as Catalogue },
  { name, locale, part: 'ramp', messages: ramp as Catalogue, english: rampEnglish as Catalogue },
])

describe.each(parts)('$part in $name', ({ name, locale, messages, english }) => {
  const keys = Object.keys(english)

  it('has every key of English, and no other', () => {
    expect(Object.keys(messages).sort()).toEqual(keys.sort())
  })

  it('has the placeholders of English', () => {
    for (const key of keys) {
      const wanted = placeholdersOf(formsOf(english[key] ?? '').at(-1))
      // Of a plural, the forms for one and two may spell the number out.
      expect(`${key} ${placeholdersOf(formsOf(messages[key] ?? '').at(-1))}`).toBe(`${key} ${wanted}`)
    }
  })

  it('leaves nothing in English', () => {
    const same = keys.filter((key) => JSON.stringify(messages[key]) === JSON.stringify(english[key]))
    expect(same.filter((key) => !SAME.includes(key))).toEqual([])
  })

  it('has the plural forms of its locale, where English has forms', () => {
    const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions()
    for (const key of keys) {
      const message = messages[key] ?? ''
      expect(`${key} ${typeof message}`).toBe(`${key} ${typeof english[key]}`)
      if (typeof message !== 'string')
        expect(pluralCategories).toEqual(expect.arrayContaining(Object.keys(message)))
      for (let count = 0; typeof message !== 'string' && count < 200; count++)
        expect(message).toHaveProperty(new Intl.PluralRules(locale).select(count))
    }
  })

  it('calls money and what belongs to it by the words of the glossary', () => {
    for (const { english: term, ...translations } of glossary)
      for (const key of keys.filter((one) => formsOf(english[one] ?? '').some((form) => term.test(form))))
        for (const form of formsOf(messages[key] ?? '')) expect(`${key}: ${form}`).toMatch(translations[name])
  })
})

describe.each(languages)('%s', (_, { locale, pay }, { locale: rampLocale, ramp }) => {
  it('says what both widgets say in the same words', () => {
    expect(rampLocale).toBe(locale)
    const shared = Object.entries(ramp).filter(([key]) => key in pay)
    expect(shared.length).toBeGreaterThan(0)
    expect(pay).toMatchObject(Object.fromEntries(shared))
  })

  it('counts', () => {
    expect(fill(pay.noteTooLong, { count: 3 }, locale, 'ltr')).toContain('3')
  })
})

it('uses every term of the glossary', () => {
  const all = Object.values({ ...rampEnglish, ...payEnglish }).flatMap((message) => formsOf(message))
  for (const { english } of glossary) expect(all.some((text) => english.test(text))).toBe(true)
})
