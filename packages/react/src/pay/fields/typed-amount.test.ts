import { formatSats, parseSats } from '@leyden/core/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupTyped, readEdit } from './typed-amount.js'

const RUNS = process.env.LEYDEN_SOAK === '1' ? 2_000 : 300
const LOCALES = ['en', 'de', 'fr', 'es', 'de-CH', 'en-IN', 'pl', 'ja', 'pt-PT', 'ar-u-nu-latn']

/** Edits a text in which `|` marks the caret, or both ends of the selection. */
function applyEdit(marked: string, inserted: string, locale: string): string {
  const [before = '', selected = '', after] = marked.split('|')
  const [start, end] = after === undefined ? [before, selected] : [before, after]
  const textBefore = start + (after === undefined ? '' : selected) + end
  const value = start + inserted + end
  const { text, caret } = groupTyped(
    { before: textBefore, value, caret: start.length + inserted.length, inserted },
    locale,
  )
  return `${text.slice(0, caret)}|${text.slice(caret)}`
}

/** Types a text letter by letter at the end of a field. */
function typeLetters(letters: string, locale: string, start = ''): string {
  return [...letters].reduce(
    (before, letter) =>
      groupTyped({ before, value: before + letter, caret: before.length + 1, inserted: letter }, locale).text,
    start,
  )
}

describe('a typed amount', () => {
  it.each([
    ['en', '1,50'],
    ['de', '1.5'],
    ['de', '10.50'],
    ['en', '0,5'],
    ['en', '0.05'],
    ['fr', '1 50'],
    ['de-CH', "1'5"],
    ['en', '1,23,4'],
    ['en', ',5'],
    ['en', '12e3'],
  ])('is no amount in %s when it is %j, typed or pasted', (locale, text) => {
    expect(parseSats(text, locale)).toBeNull()
    expect(typeLetters(text, locale)).toBe(text)
    expect(applyEdit('|1234|', text, locale)).toBe(`${text}|`)
    expect(applyEdit(`|${formatSats(1_234n, locale)}|`, text, locale)).toBe(`${text}|`)
  })

  it.each([
    ['en', '1,234|', '5', '12,345|'],
    ['en', '1|,234', '9', '19|,234'],
    ['en', '|1,234', '9', '9|1,234'],
    ['en', '12,34|5|', '', '1,234|'],
    ['en', '|1|,234', '', '|234'],
    ['en', '1|,|234', '', '1|,234'],
    ['en', '1,|234|', '5', '15|'],
    ['en', '1,|234', '99', '199|,234'],
    ['en', '1,234|', ',567', '1,234,567|'],
    ['en', '1,234,567|,890|', '', '1,234,567|'],
    ['en', '1,2|34', ',', '1,2,|34'],
    ['en', '0|', '5', '5|'],
    ['en', '|', '007', '7|'],
    ['en-IN', '12,345|', '67', '12,34,567|'],
    ['fr', '1\u202f234|', '5', '12\u202f345|'],
    ['fr', '1 23|', '4', '1\u202f234|'],
    ['es', '1234|', '5', '12.345|'],
  ])('in %s: %s with %j becomes %s', (locale, before, inserted, after) => {
    expect(applyEdit(before, inserted, locale)).toBe(after)
  })

  it('keeps a fraction that is still growing', () => {
    expect(typeLetters('1.0', 'en')).toBe('1.0')
    expect(typeLetters('1.05', 'en')).toBe('1.05')
    expect(typeLetters('0.05', 'en')).toBe('0.05')
    expect(typeLetters('1,234.00', 'en')).toBe('1,234.00')
  })

  it('is the result of parseSats for a text that is pasted over everything', () => {
    const text = fc.string({ unit: fc.constantFrom(..."0123456789.,\u202f\u00a0 ’'-e٢"), maxLength: 12 })
    fc.assert(
      fc.property(
        fc.constantFrom(...LOCALES),
        text,
        fc.bigInt({ min: 0n, max: 10n ** 8n }),
        (locale, pasted, amount) => {
          const value = groupTyped(
            { before: formatSats(amount, locale), value: pasted, caret: pasted.length, inserted: pasted },
            locale,
          ).text
          expect(parseSats(value, locale)).toBe(parseSats(pasted, locale))
        },
      ),
      { numRuns: RUNS },
    )
  })

  it('is grouped after every digit that is typed or deleted in it, with the caret beside that digit', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LOCALES),
        fc.bigInt({ min: 10n, max: 10n ** 15n }),
        fc.nat(),
        fc.constantFrom('', '1', '907'),
        (locale, amount, seed, inserted) => {
          const before = formatSats(amount, locale)
          const digits = String(amount)
          // A deletion also removes the digit before the caret.
          const digitIndex = inserted === '' ? 1 + (seed % digits.length) : seed % (digits.length + 1)
          const textIndex =
            digitIndex === 0 ? 0 : 1 + ([...before.matchAll(/\d/g)][digitIndex - 1]?.index ?? Number.NaN)
          const beforeCaret = before.slice(0, inserted === '' ? textIndex - 1 : textIndex)
          const value = beforeCaret + inserted + before.slice(textIndex)
          const result = groupTyped(
            { before, value, caret: beforeCaret.length + inserted.length, inserted },
            locale,
          )

          const digitsBefore = digits.slice(0, inserted === '' ? digitIndex - 1 : digitIndex) + inserted
          const whole = digitsBefore + digits.slice(digitIndex)
          expect(result.text).toBe(formatSats(BigInt(whole), locale))
          const zeros = whole.length - String(BigInt(whole)).length
          expect(result.text.slice(0, result.caret).replace(/\D/g, '')).toBe(digitsBefore.slice(zeros))
        },
      ),
      { numRuns: RUNS },
    )
  })
})

describe('an edit of the field', () => {
  const readInserted = (marked: string, inputType?: string, data?: string | null) => {
    const [start = '', end = ''] = marked.split('|')
    return readEdit('', { value: start + end, selectionEnd: start.length }, { inputType, data }).inserted
  }

  it('is read from the browser’s InputEvent', () => {
    expect(readInserted('1,2345|', 'insertText', '5')).toBe('5')
    expect(readInserted('1,5|0', 'insertFromPaste', '1,5')).toBe('1,5')
    expect(readInserted('21|', 'insertFromPaste', '21\n')).toBe('21')
    expect(readInserted('1,|234', 'deleteContentBackward', null)).toBe('')
  })

  it('is unknown if the browser reports nothing, or something that does not match the field', () => {
    expect(readInserted('1,50|', 'insertFromPaste', null)).toBeNull()
    expect(readInserted('1,50|')).toBeNull()
    expect(readInserted('1,50|', 'insertText', '7')).toBeNull()
  })

  it('that is unknown keeps every separator', () => {
    const value = '1,50'
    expect(groupTyped({ before: '1,234', value, caret: 4, inserted: null }, 'en').text).toBe(value)
  })
})
