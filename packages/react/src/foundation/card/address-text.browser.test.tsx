import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AddressText } from './address-text.js'
import '../../styles.css'

/** The lines of a text in a box of this width, in the font of the test. */
function linesOf(text: string, width: string): string[] {
  const { container } = render(
    <div
      className="leyden"
      style={{ width, font: '16px monospace', textWrap: 'wrap', padding: 0, border: 0 }}
    >
      <AddressText text={text} />
    </div>,
  )
  const lines: { top: number; text: string }[] = []
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (let at = 0; at < (node.textContent ?? '').length; at++) {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const { top } = range.getBoundingClientRect()
      const last = lines.at(-1)
      const letter = node.textContent?.[at] ?? ''
      if (last && Math.abs(last.top - top) < 4) last.text += letter
      else lines.push({ top, text: letter })
    }
  return lines.map((line) => line.text.trim())
}

it('breaks an address before its domain', () => {
  expect(linesOf('to alice@wallet.example', '22ch')).toEqual(['to alice@', 'wallet.example'])
})

it('changes no letter of an address, so that it can be found and copied', () => {
  render(<AddressText text="to bob@wallet.example and carol@wallet.example" />)
  expect(document.body).toHaveTextContent('to bob@wallet.example and carol@wallet.example')
  expect(screen.getByText('to bob@wallet.example and carol@wallet.example')).toBeVisible()
})
