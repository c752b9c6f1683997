import { describe, expect, it } from 'vitest'
import { isEmail } from './email.js'

describe('isEmail', () => {
  it.each([
    'a@b.example',
    'first.last+tag@mail.shop.example',
    "o'neil!#$%&*/=?^_`{|}~-@b.example",
    '.a.@b.example',
    'A@B.EXAMPLE',
    'a@b.c',
    'a@1.example',
    'zoë@bücher.example',
    'मेल@उदाहरण.भारत',
    '用户@例子.example',
    'a@xn--bcher-kva.example',
    `${'x'.repeat(64)}@b.example`,
  ])('takes %s', (text) => {
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
    'a\u202e@b.example',
    'a\u200b@b.example',
    'a😀@b.example',
    '<script>@b.example',
    'a;b@c.example',
    'a,b@c.example',
    '"a b"@c.example',
    'a%0d%0aX@b.example',
    'a%0A@b.example',
    'a@[127.0.0.1]',
    'a@b..example',
    'a@.b.example',
    'a@-b.example',
    'a@b-.example',
    'a@b.example-',
    'a@b_c.example',
    'a@b.example/x',
    'a@b.example:25',
    'a@bü..example',
    'a@bü/x.example',
    'a@\u202eb.example',
    `a@${'b'.repeat(64)}.example`,
    `${'x'.repeat(65)}@b.example`,
    `a@${'x'.repeat(250)}.example`,
  ])('refuses %j', (text) => {
    expect(isEmail(text)).toBe(false)
  })
})
