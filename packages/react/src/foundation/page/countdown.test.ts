import { describe, expect, it } from 'vitest'
import { waitText } from './countdown.js'

describe('a wait', () => {
  it.each([
    [1, '1 second'],
    [59, '59 seconds'],
    [60, '1 minute'],
    [61, '2 minutes'],
    [1_740, '29 minutes'],
    [3_600, '1 hour'],
    [3_601, '2 hours'],
  ])('of %i s is told in the largest unit, and never as shorter than it is', (seconds, text) => {
    expect(waitText(seconds, 'en').replace('\u00a0', ' ')).toBe(text)
  })

  it.each([
    ['ar', '29\u00a0دقيقة'],
    ['de', '29\u00a0Minuten'],
    ['es', '29\u00a0minutos'],
    ['ja', '29\u00a0分'],
    ['pt-BR', '29\u00a0minutos'],
  ])('is told in %s', (locale, text) => {
    expect(waitText(1_740, `${locale}-u-nu-latn`)).toBe(text)
  })
})
