import { describe, expect, it } from 'vitest'
import { satsText } from './pay-texts.js'

describe('millisatoshis on the screen', () => {
  it.each([
    [2_100_500n, 'en', '2,100.5'],
    [2_100_000n, 'en', '2,100'],
    [2_100_050n, 'en', '2,100.05'],
    [2_100_001n, 'en', '2,100.001'],
    [999n, 'en', '0.999'],
    [2_100_500n, 'de', '2.100,5'],
    [2_100_500n, 'fr', '2\u202f100,5'],
    [2_100_500n, 'ar-u-nu-latn', '2,100.5'],
    [9_007_199_254_740_993_500n, 'en', '9,007,199,254,740,993.5'],
  ])('%s are read in %s as %s sats', (amountMsat, locale, text) => {
    expect(satsText(amountMsat, locale)).toBe(text)
  })
})
