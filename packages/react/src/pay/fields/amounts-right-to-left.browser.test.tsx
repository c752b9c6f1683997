import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { arabic } from '../../languages/ar/pay.js'
import { renderPay } from '../../test-support/render-pay.js'

/** The amounts in a currency as people see them: the characters from left to right, line by line. */
function visibleAmounts(): string[] {
  const card = document.querySelector('.leyden') as HTMLElement
  const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT)
  const amounts: string[] = []
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (text.parentElement?.closest('.ly-hidden')) continue
    for (const { index, 0: amount } of text.nodeValue?.matchAll(
      /(?:≈[\s\p{Cf}]*)?\d[\d.,]*\u00a0\p{Lu}*\p{Sc}/gu,
    ) ?? []) {
      const characters = [...amount].map((character, offset) => {
        const range = document.createRange()
        range.setStart(text, index + offset)
        range.setEnd(text, index + offset + 1)
        const { left, top } = range.getBoundingClientRect()
        return { character, left, line: Math.round(top) }
      })
      characters.sort((a, b) => a.line - b.line || a.left - b.left)
      const isBroken = new Set(characters.map(({ line }) => line)).size > 1
      amounts.push(
        characters.map(({ character }) => character.replace(/\p{Cf}/u, '')).join('') +
          (isBroken ? ', broken' : ''),
      )
    }
  }
  return amounts
}

function expectAmountsInOrder(minimumCount: number, sign: string): void {
  const amounts = visibleAmounts()
  expect(amounts.length).toBeGreaterThanOrEqual(minimumCount)
  // In Arabic the sign for "about" is read first, so it is at the right end.
  for (const amount of amounts) expect(amount.replace(/^[\d.,]+|\s≈$/g, '')).toBe(`\u00a0${sign}`)
}

beforeEach(() => page.viewport(320, 800))
afterEach(async () => {
  await page.viewport(414, 896)
})

describe.each([
  ['USD', 97_142.86, 'US$', [0.5, 2, 10, 12.5]],
  ['EUR', 90_000, '€', [0.5, 2, 10]],
  ['JPY', 15_000_000, 'JP¥', [50, 300, 1_000]],
])('an amount in %s, in Arabic and in a narrow column', (currency, rate, sign, presets) => {
  it('is whole and in order in every view', async () => {
    const { client } = renderPay(
      { address: 'alice@wallet.example', fiat: { currency, rate, presets } },
      { language: arabic },
    )
    await screen.findByText('Tips for Alice')
    const chips = within(screen.getByRole('group')).getAllByRole('button')
    for (const chip of chips) {
      expect(chip.scrollWidth).toBeLessThanOrEqual(chip.clientWidth)
      const { height } = chip.getBoundingClientRect()
      expect(height).toBeLessThanOrEqual(matchMedia('(pointer: coarse)').matches ? 44 : 38)
    }
    expectAmountsInOrder(chips.length, sign)

    const field = screen.getByRole('textbox', { name: 'المبلغ' })
    fireEvent.input(field, { target: { value: '90000' } })
    expect(field).toBeInvalid()
    expectAmountsInOrder(chips.length + 1, sign)

    await userEvent.click(chips[0] as HTMLElement)
    expectAmountsInOrder(chips.length + 1, sign)
    await userEvent.click(screen.getByRole('button', { name: /^دفع/ }))
    await screen.findByRole('img', { name: /QR/ })
    expectAmountsInOrder(1, sign)
    client.settle()
    await screen.findByRole('heading', { name: /تم دفع/ })
    expectAmountsInOrder(1, sign)
  })

  it('is whole beside an amount in sats, from the form to the receipt', async () => {
    const { client } = renderPay(
      { address: 'alice@wallet.example', amountSats: 2_100, fiat: { currency, rate } },
      { language: arabic },
    )
    const payButton = await screen.findByRole('button', { name: /^دفع .*2,100/ })
    // It is beside the amount in sats.
    expectAmountsInOrder(1, sign)
    await userEvent.click(payButton)
    await screen.findByRole('img', { name: /QR/ })
    expectAmountsInOrder(1, sign)
    client.settle()
    await screen.findByRole('heading', { name: /تم دفع/ })
    expectAmountsInOrder(1, sign)
  })
})
