import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fill, type Message } from '../messages/message.js'
import { payEnglish } from '../messages/pay-english.js'
import { rampEnglish } from '../messages/ramp-english.js'
import { avoided, glossary, type Term } from '../test-support/glossary.js'
import type { CompleteLanguage } from './language.js'

const files = readdirSync(import.meta.dirname).filter((file) => /^ramp-\w+\.ts$/.test(file))
const languages = await Promise.all(
  files.map(async (file) => {
    const name = file.slice('ramp-'.length, -'.ts'.length) as keyof typeof avoided
    const [pay] = Object.values<CompleteLanguage<'pay'>>(await import(`./${name}.ts`))
    const [ramp] = Object.values<CompleteLanguage<'ramp'>>(await import(`./${file}`))
    if (!pay || !ramp) throw new Error(`${name} has no messages.`)
    return [name, pay, ramp] as const
  }),
)

type Catalogue = Readonly<Record<string, Message>>
const formsOf = (message: Message) => (typeof message === 'string' ? [message] : Object.values(message))
/** The texts of a message, without the values in them. */
const wordsOf = (message: Message = '') => formsOf(message).map((text) => text.replace(/\{\w+\}/g, ''))
const placeholdersOf = (text = '') => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

/** Texts without words, or with the same words in every language. */
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
      // The plural forms for one and two may spell the number out.
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

  it('uses the word of the glossary for each term, and no other', () => {
    const wrong = keys.flatMap((key) =>
      wordsOf(messages[key]).flatMap((text) => {
        const found = (pattern: RegExp) => `${key}: ${text} ${pattern}`
        const isMeant = ({ english: [term] }: Term) => wordsOf(english[key]).some((one) => term.test(one))
        const missing = glossary.filter((term) => isMeant(term) && !term[name][0].test(text))
        const others = [...glossary.map((term) => term[name][1]), avoided[name]]
        return [...missing.map((term) => term[name][0]), ...others.filter((other) => other?.test(text))]
          .filter((pattern) => pattern !== undefined)
          .map(found)
      }),
    )
    expect(wrong).toEqual([])
  })
})

describe.each(languages)('%s', (_, { locale, pay }, { locale: rampLocale, ramp }) => {
  it('uses the same text for messages that both widgets have', () => {
    expect(rampLocale).toBe(locale)
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
    for (const { english: words } of glossary) {
      const [word, never] = words
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
