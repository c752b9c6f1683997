import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fill, type Message } from '../messages/message.js'
import { payEnglish } from '../messages/pay-english.js'
import { rampEnglish } from '../messages/ramp-english.js'
import { english, type Glossary, type Words } from '../test-support/glossary.js'
import type { CompleteLanguage } from './language.js'
import { languageLoader } from './load-language.js'

const codes = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const languages = await Promise.all(
  codes.map(async (code) => {
    const [pay, ...more] = Object.values<CompleteLanguage<'pay'>>(await import(`./${code}/pay.ts`))
    const [ramp, ...others] = Object.values<CompleteLanguage<'ramp'>>(await import(`./${code}/ramp.ts`))
    if (!pay || !ramp || more.length + others.length > 0)
      throw new Error(`languages/${code}: pay.ts and ramp.ts export one language each.`)
    const { glossary }: { glossary: Glossary } = await import(`./${code}/test-support/glossary.ts`)
    return { code, pay, ramp, glossary }
  }),
)

type Catalogue = Readonly<Record<string, Message>>
const formsOf = (message: Message) => (typeof message === 'string' ? [message] : Object.values(message))
/** The texts of a message, without the values in them. */
const wordsOf = (message: Message = '') => formsOf(message).map((text) => text.replace(/\{\w+\}/g, ''))
const placeholdersOf = (text = '') => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

/** Texts without words, or with the same words in every language. */
const SAME = ['sats', 'approximately', 'noteCount', 'amountSats', 'addressPlaceholder', 'optional']

const parts = languages.flatMap(({ code, pay, ramp, glossary }) => [
  { code, part: 'pay', messages: pay.pay as Catalogue, source: payEnglish as Catalogue, glossary },
  { code, part: 'ramp', messages: ramp.ramp as Catalogue, source: rampEnglish as Catalogue, glossary },
])

describe.each(parts)('$part in $code', ({ code, messages, source, glossary }) => {
  const keys = Object.keys(source)

  it('has every key of English, and no other', () => {
    expect(Object.keys(messages).sort()).toEqual(keys.sort())
  })

  it('has the placeholders of English', () => {
    for (const key of keys) {
      const wanted = placeholdersOf(formsOf(source[key] ?? '').at(-1))
      // The plural forms for one and two may spell the number out.
      expect(`${key} ${placeholdersOf(formsOf(messages[key] ?? '').at(-1))}`).toBe(`${key} ${wanted}`)
    }
  })

  it('leaves nothing in English', () => {
    const same = keys.filter((key) => JSON.stringify(messages[key]) === JSON.stringify(source[key]))
    expect(same.filter((key) => !SAME.includes(key))).toEqual([])
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

  it('uses the word of the glossary for each term, and no other', () => {
    const terms = Object.keys(english) as (keyof typeof english)[]
    const others = [...Object.values(glossary.words).map(([, never]) => never), glossary.avoided]
    const wrong = keys.flatMap((key) => {
      const meant = terms.filter((term) => wordsOf(source[key]).some((text) => english[term][0].test(text)))
      return wordsOf(messages[key]).flatMap((text) => {
        const missing = meant.map((term) => glossary.words[term][0]).filter((word) => !word.test(text))
        return [...missing, ...others.filter((other) => other?.test(text))].map(
          (pattern) => `${key}: ${text} ${pattern}`,
        )
      })
    })
    expect(wrong).toEqual([])
  })
})

describe.each(languages)('$code', ({ code, pay: { locale, pay }, ramp: { locale: rampLocale, ramp } }) => {
  it('is the locale of its messages, and loads those of both widgets', async () => {
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

  it('counts', () => {
    expect(fill(pay.noteTooLong, { count: 3 }, locale, 'ltr')).toContain('3')
  })
})

describe('English', () => {
  const texts = Object.entries<Message>({ ...rampEnglish, ...payEnglish })
  const all = texts.flatMap(([key, message]) => formsOf(message).map((form) => [key, form] as const))

  it('has every term of the glossary, and none of its other words', () => {
    for (const [word, never] of Object.values<Words>(english)) {
      expect(
        all.some(([, text]) => word.test(text)),
        String(word),
      ).toBe(true)
      if (never) for (const [key, text] of all) expect(text, key).not.toMatch(never)
    }
  })

  it('is the same in the embed', () => {
    const file = readFileSync(
      new URL('../../../embed/src/languages/embed-messages.ts', import.meta.url),
      'utf8',
    )
    const own = [...file.matchAll(/^ {2}(\w+): '(.+)',$/gm)].map(([, key, text]) => [key, text] as const)
    expect(own.length).toBeGreaterThan(3)
    expect(all).toEqual(expect.arrayContaining(own))
  })
})
