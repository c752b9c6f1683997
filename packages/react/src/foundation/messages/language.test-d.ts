// Compiled by `tsc -b`, never run.

import type { CompleteLanguage, Language } from './language.js'
import { payEnglish } from './pay-english.js'
import { rampEnglish } from './ramp-english.js'

const { payTitle, ...payWithoutTitle } = payEnglish
const { rampClose, ...rampWithoutClose } = rampEnglish

export const complete: CompleteLanguage = { locale: 'en', pay: payEnglish, ramp: rampEnglish }
export const completePay: CompleteLanguage<'pay'> = { locale: 'en', pay: payEnglish }
/** Complete or not, it is a language. */
export const given: Language[] = [complete, completePay, { locale: 'nl', pay: { payTitle } }]
export const untranslated: Language = { locale: 'nl', ramp: { rampClose }, pay: undefined }

// @ts-expect-error a key is missing
export const withoutTitle: CompleteLanguage<'pay'> = { locale: 'en', pay: payWithoutTitle }
// @ts-expect-error a key of the ramp is missing
export const withoutClose: CompleteLanguage = { locale: 'en', pay: payEnglish, ramp: rampWithoutClose }
// @ts-expect-error one widget is missing
export const withoutRamp: CompleteLanguage = { locale: 'en', pay: payEnglish }
// @ts-expect-error the widgets know no such key
export const misspelt: Language = { locale: 'nl', pay: { payTitel: 'Betaal' } }
// @ts-expect-error messages have keys, not places
export const byPosition: Language = { locale: 'nl', pay: ['Betaal'] }
