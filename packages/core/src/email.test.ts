import { describe, expect, it } from 'vitest'
import { isEmail } from './email.js'

describe('isEmail', () => {
  it.each(['a@b.example', 'first.last+tag@mail.shop.example', 'zoë@bücher.example'])('takes %s', (text) => {
    expect(isEmail(text)).toBe(true)
  })

  it.each([
    '',
    'a',
    'a@',
    '@b.example',
    'a@b',
    'a b@c.example',
    'a@b.example.',
    'a@b@c.example',
    'a@b.c\r\nx: y',
    `${'x'.repeat(65)}@b.example`,
    `a@${'x'.repeat(250)}.example`,
  ])('refuses %j', (text) => {
    expect(isEmail(text)).toBe(false)
  })
})
