import { expect, it } from 'vitest'
import { english } from '../../../packages/embed/src/widget/languages/embed-messages.ts'
import { payEnglish } from '../../../packages/react/src/foundation/messages/pay-english.ts'
import { rampEnglish } from '../../../packages/react/src/foundation/messages/ramp-english.ts'

it('the texts of the embed are those of the widgets', () => {
  expect({ ...rampEnglish, ...payEnglish }).toMatchObject(english)
})
