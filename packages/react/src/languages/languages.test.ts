import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fill, type Message } from '../messages/message.js'
import { payEnglish } from '../messages/pay-english.js'
import { arabic } from './arabic.js'
import { german } from './german.js'
import { glossary } from './glossary.js'
import { japanese } from './japanese.js'
import { portuguese } from './portuguese.js'
import { spanish } from './spanish.js'

const languages = { arabic, german, japanese, portuguese, spanish }
const names = Object.keys(payEnglish)
const english: Record<string, Message> = payEnglish
const formsOf = (message: Message) => (typeof message === 'string' ? [message] : Object.values(message))
const placesOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

describe.each(Object.entries(languages))('%s', (name, { locale, pay = [] }) => {
  const source = readFileSync(join(import.meta.dirname, `${name}.ts`), 'utf8')
  const say = (key: string) => pay[names.indexOf(key)] ?? ''

  it('has a line for each English one, in its order', () => {
    expect([...source.matchAll(/\/\* (\w+) \*\//g)].map(([, key]) => key)).toEqual(names)
    expect(pay).toHaveLength(names.length)
  })

  it('fills the same places', () => {
    for (const key of names) {
      const wanted = placesOf(formsOf(english[key] ?? '').at(-1) ?? '')
      // Of a plural, the forms for one and two may spell the number out.
      expect(`${key} ${placesOf(formsOf(say(key)).at(-1) ?? '')}`).toBe(`${key} ${wanted}`)
    }
  })

  it('leaves nothing in English', () => {
    const same = names.filter((key) => JSON.stringify(say(key)) === JSON.stringify(english[key]))
    // What has no words, or the same ones everywhere.
    const free = ['sats', 'approximately', 'noteCount', 'amountSats', 'addressPlaceholder', 'optional']
    expect(same.filter((key) => !free.includes(key))).toEqual([])
  })

  it('has each plural form that its numbers need', () => {
    const needed = new Set(
      Array.from({ length: 200 }, (_, count) => new Intl.PluralRules(locale).select(count)),
    )
    for (const key of names) {
      const message = say(key)
      if (typeof message === 'string') expect(typeof english[key]).toBe('string')
      else for (const form of needed) expect(message).toHaveProperty(form)
    }
    const counted = fill(say('noteTooLong'), { count: 3 }, locale, 'ltr')
    expect(counted).toContain('3')
  })

  it('calls money and what belongs to it by the words of the glossary', () => {
    for (const { english: term, ...translations } of glossary) {
      const wanted = translations[name as keyof typeof translations]
      const about = names.filter((key) => formsOf(english[key] ?? '').some((form) => term.test(form)))
      expect(about.length, String(term)).toBeGreaterThan(0)
      for (const key of about) for (const form of formsOf(say(key))) expect(`${key}: ${form}`).toMatch(wanted)
    }
  })
})
