import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { CompleteLanguage } from '../foundation/messages/language.js'
import { fill, type Message } from '../foundation/messages/message.js'
import { payEnglish } from '../foundation/messages/pay-english.js'
import { rampEnglish } from '../foundation/messages/ramp-english.js'
import { english, type Glossary, type Words } from '../test-support/glossary.js'
import { languageLoader } from './load-language.js'

const codes = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const languages = await Promise.all(
  codes.map(async (code) => {
    const [pay, ...otherPayExports] = Object.values<CompleteLanguage<'pay'>>(await import(`./${code}/pay.ts`))
    const [ramp, ...otherRampExports] = Object.values<CompleteLanguage<'ramp'>>(
      await import(`./${code}/ramp.ts`),
    )
    if (!pay || !ramp || otherPayExports.length + otherRampExports.length > 0)
      throw new Error(`languages/${code}: pay.ts and ramp.ts export one language each.`)
    const { glossary }: { glossary: Glossary } = await import(`./${code}/test-support/glossary.ts`)
    return { code, pay, ramp, glossary }
  }),
)

type Catalogue = Readonly<Record<string, Message>>
const formsOf = (message: Message) => (typeof message === 'string' ? [message] : Object.values(message))
/** The texts of a message, without the values in them. */
const textsOf = (message: Message = '') => formsOf(message).map((text) => text.replace(/\{\w+\}/g, ''))
const placeholdersOf = (text = '') => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

/** The keys of messages without words, or with the same words in every language. */
const UNTRANSLATED_KEYS = [
  'sats',
  'approximately',
  'noteCount',
  'amountSats',
  'addressPlaceholder',
  'optional',
  'receiptDetails',
]

const parts = languages.flatMap(({ code, pay, ramp, glossary }) => [
  { code, part: 'pay', messages: pay.pay as Catalogue, source: payEnglish as Catalogue, glossary },
  { code, part: 'ramp', messages: ramp.ramp as Catalogue, source: rampEnglish as Catalogue, glossary },
])

describe.each(parts)('$part in $code', ({ code, messages, source, glossary }) => {
  const keys = Object.keys(source)

  it('has the same keys as English', () => {
    expect(Object.keys(messages).sort()).toEqual(keys.sort())
  })

  it('has the same placeholders as English', () => {
    for (const key of keys) {
      const expectedPlaceholders = placeholdersOf(formsOf(source[key] ?? '').at(-1))
      // Only the last form is compared, because the plural forms for one and two may spell the number out.
      expect(`${key} ${placeholdersOf(formsOf(messages[key] ?? '').at(-1))}`).toBe(
        `${key} ${expectedPlaceholders}`,
      )
    }
  })

  it('translates every message', () => {
    const unchangedKeys = keys.filter((key) => JSON.stringify(messages[key]) === JSON.stringify(source[key]))
    expect(unchangedKeys.filter((key) => !UNTRANSLATED_KEYS.includes(key))).toEqual([])
  })

  it('has the plural forms of its locale, where English has forms', () => {
    const { pluralCategories } = new Intl.PluralRules(code).resolvedOptions()
    for (const key of keys) {
      const message = messages[key] ?? ''
      expect(`${key} ${typeof message}`).toBe(`${key} ${typeof source[key]}`)
      if (typeof message !== 'string')
        expect(pluralCategories).toEqual(expect.arrayContaining(Object.keys(message)))
      for (let count = 0; typeof message !== 'string' && count < 200; count++)
        expect(message).toHaveProperty(new Intl.PluralRules(code).select(count))
    }
  })

  it('uses the word of the glossary for each term, and none of the words to avoid', () => {
    const terms = Object.keys(english) as (keyof typeof english)[]
    const forbiddenPatterns = [
      ...Object.values(glossary.words).map(([, forbidden]) => forbidden),
      glossary.avoided,
    ]
    const problems = keys.flatMap((key) => {
      const usedTerms = terms.filter((term) =>
        textsOf(source[key]).some((text) => english[term][0].test(text)),
      )
      return textsOf(messages[key]).flatMap((text) => {
        const missing = usedTerms.map((term) => glossary.words[term][0]).filter((word) => !word.test(text))
        return [...missing, ...forbiddenPatterns.filter((pattern) => pattern?.test(text))].map(
          (pattern) => `${key}: ${text} ${pattern}`,
        )
      })
    })
    expect(problems).toEqual([])
  })
})

it('each folder of a language is found', () => {
  expect(codes.length).toBeGreaterThan(3)
})

describe.each(languages)('$code', ({ code, pay: { locale, pay }, ramp: { locale: rampLocale, ramp } }) => {
  it('has messages of its locale, and loads those of both widgets', async () => {
    expect([locale, rampLocale]).toEqual([code, code])
    const load = languageLoader(code.toUpperCase())
    expect(load, `no row for ${code} in load-language.ts`).toBeDefined()
    expect(await load?.()).toEqual([
      { locale, pay },
      { locale, ramp },
    ])
  })

  it('uses the same text for messages that both widgets have', () => {
    const shared = Object.entries(ramp).filter(([key]) => key in pay)
    expect(shared.length).toBeGreaterThan(0)
    expect(pay).toMatchObject(Object.fromEntries(shared))
  })

  it('fills numbers into messages', () => {
    expect(fill(pay.noteTooLong, { count: 3 }, locale, 'ltr')).toContain('3')
  })
})

describe('English', () => {
  const texts = Object.entries<Message>({ ...rampEnglish, ...payEnglish })
  const englishTexts = texts.flatMap(([key, message]) => formsOf(message).map((form) => [key, form] as const))

  it('has every term of the glossary, and none of its other words', () => {
    for (const [word, forbidden] of Object.values<Words>(english)) {
      expect(
        englishTexts.some(([, text]) => word.test(text)),
        String(word),
      ).toBe(true)
      if (forbidden) for (const [key, text] of englishTexts) expect(text, key).not.toMatch(forbidden)
    }
  })
})
