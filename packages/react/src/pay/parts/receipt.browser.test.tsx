import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import { fixturePicture } from '../../address/fixtures.js'
import { fill } from '../../foundation/messages/message.js'
import { payEnglish } from '../../foundation/messages/pay-english.js'
import type { PayTranslate } from '../../foundation/messages/use-messages.js'
import { renderPay } from '../../test-support/render-pay.js'
import { payFixtures } from '../flow/fixtures.js'
import type { Receipt } from '../pay-callbacks.js'
import { receiptTexts } from '../texts/receipt.js'
import { printReceipt } from './print-receipt.js'
import { drawReceipt, linesOf } from './receipt-picture.js'

afterEach(() => vi.restoreAllMocks())

const tip = { address: 'alice@wallet.example', amountSats: 2_100 } as const
const button = (name: string | RegExp) => screen.findByRole('button', { name })
it('the page’s own thanks get the receipt', async () => {
  const renderSuccess = vi.fn((receipt: Receipt) => <p>Thanks from {receipt.recipient.description}</p>)
  const { client } = renderPay(
    { ...tip, renderSuccess },
    { server: { addresses: { [tip.address]: { metadata: '[["text/plain","Alice the baker"]]' } } } },
  )
  await userEvent.click(await button(/^Pay( \d|$)/))
  await screen.findByRole('img', { name: /^QR code/ })
  client.settle({ evidence: 'app' })
  expect(await screen.findByText('Thanks from Alice the baker')).toBeVisible()
  expect(renderSuccess).toHaveBeenCalledWith(
    expect.objectContaining({ evidence: 'app', charge: expect.objectContaining({ address: tip.address }) }),
  )
})

const t = Object.assign(
  (key: keyof typeof payEnglish, values = {}) => fill(payEnglish[key], values, 'en', 'ltr'),
  { locale: 'en', direction: 'ltr' },
) as PayTranslate
const texts = receiptTexts(payFixtures.paid, t)
const look = { imageDataUrl: fixturePicture, direction: 'ltr', locale: 'en' } as const

describe('the receipt as a picture', () => {
  it('is a PNG, three times as fine as the screen, and has the recipient’s picture', async () => {
    const file = await drawReceipt(texts, look, 'ab'.repeat(32))
    expect([file.type, file.name]).toEqual(['image/png', 'receipt-abababab.png'])
    const bitmap = await createImageBitmap(file)
    expect(bitmap.width).toBe(1_080)
    expect(bitmap.height).toBeGreaterThan(1_080)
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    const colours = new Set<string>()
    const { data } = context?.getImageData(0, 0, bitmap.width, bitmap.height) ?? { data: [] }
    for (let at = 0; at < data.length; at += 4) colours.add(`${data[at]},${data[at + 1]},${data[at + 2]}`)
    // The ground, the seal, and the sky of the picture.
    for (const colour of ['255,255,255', '15,123,79', '157,196,232']) expect(colours).toContain(colour)
  })

  it('is saved as a file', async () => {
    let saved: HTMLAnchorElement | undefined
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved = this
    })
    const { client } = renderPay(tip)
    await userEvent.click(await button(/^Pay( \d|$)/))
    await screen.findByRole('img', { name: /^QR code/ })
    client.settle()
    await userEvent.click(await button('Save as picture'))
    await waitFor(() => expect(saved?.download).toMatch(/^receipt-[0-9a-f]{8}\.png$/))
    const bitmap = await createImageBitmap(await (await fetch(saved?.href ?? '')).blob())
    expect(bitmap.width).toBe(1_080)
  })

  it('is shared with the text where the device shares files, and is a text where no picture can be drawn', async () => {
    const share = vi.fn(async (_: ShareData) => {})
    Object.defineProperty(navigator, 'share', { value: share, configurable: true })
    Object.defineProperty(navigator, 'canShare', { value: () => true, configurable: true })
    onTestFinished(() => {
      Reflect.deleteProperty(navigator, 'share')
      Reflect.deleteProperty(navigator, 'canShare')
    })
    const { client } = renderPay(tip)
    await userEvent.click(await button(/^Pay( \d|$)/))
    await screen.findByRole('img', { name: /^QR code/ })
    client.settle()
    await userEvent.click(await button('Share receipt'))
    await waitFor(() => expect(share).toHaveBeenCalledTimes(1))
    const [shared] = share.mock.calls[0] ?? []
    expect(shared?.text).toContain('Paid 2,100 sats')
    expect(shared?.files?.map(({ type }) => type)).toEqual(['image/png'])
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((give) => give(null))
    await userEvent.click(await button('Share receipt'))
    await waitFor(() => expect(share).toHaveBeenCalledTimes(2))
    expect(share.mock.calls[1]?.[0]).toEqual({ text: shared?.text })
  })

  it('is refused where the browser draws noise', async () => {
    vi.spyOn(CanvasRenderingContext2D.prototype, 'getImageData').mockReturnValue(
      new ImageData(new Uint8ClampedArray([12, 200, 31, 255]), 1, 1),
    )
    await expect(drawReceipt(texts, look, 'ab'.repeat(32))).rejects.toThrow('draws no pictures')
  })

  it('breaks its texts into lines, at spaces where there are some', () => {
    const widthOf = (text: string) => [...text].length
    expect(linesOf('Thanks for the stream', 10, widthOf)).toEqual(['Thanks for', 'the stream'])
    expect(linesOf('alice.with.a.long.name', 10, widthOf)).toEqual(['alice.with', '.a.long.na', 'me'])
    expect(linesOf('素晴らしい配信をありがとう', 5, widthOf)).toEqual(['素晴らしい', '配信をあり', 'がとう'])
    expect(linesOf('one\ntwo', 10, widthOf)).toEqual(['one', 'two'])
    expect(linesOf('', 10, widthOf)).toEqual([''])
  })
})

describe('the printed receipt', () => {
  interface Session {
    send(method: 'Emulation.setEmulatedMedia', params: { media: string }): Promise<void>
  }
  const emulate = (media: string) =>
    (cdp() as unknown as Session).send('Emulation.setEmulatedMedia', { media })
  afterEach(() => emulate(''))

  it('is all of the page that is printed, and nothing of it stays', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {})
    const host = document.body.appendChild(document.createElement('main'))
    host.textContent = 'The shop'
    onTestFinished(() => host.remove())
    const sheets = document.adoptedStyleSheets.length
    printReceipt(texts, look, host)
    expect(print).toHaveBeenCalledTimes(1)
    const paper = document.querySelector('[data-leyden-receipt]')
    const words = paper?.shadowRoot?.querySelector('main')
    expect(host.checkVisibility()).toBe(true)
    expect(words?.checkVisibility()).toBe(false)
    await emulate('print')
    expect(host.checkVisibility()).toBe(false)
    expect(words?.checkVisibility()).toBe(true)
    for (const text of [
      'Paid 2,100 sats',
      'to alice@wallet.example',
      'Great stream!',
      'Confirmed by proof of payment',
    ])
      expect(words).toHaveTextContent(text)
    window.dispatchEvent(new Event('afterprint'))
    await emulate('')
    expect(document.querySelector('[data-leyden-receipt]')).toBeNull()
    expect(document.adoptedStyleSheets).toHaveLength(sheets)
    expect(host.checkVisibility()).toBe(true)
  })

  it('is gone after the next press where the browser did not print', async () => {
    vi.spyOn(window, 'print').mockImplementation(() => {})
    printReceipt(texts, look, document.body)
    printReceipt(texts, look, document.body)
    expect(document.querySelectorAll('[data-leyden-receipt]')).toHaveLength(1)
    await userEvent.click(document.body)
    expect(document.querySelector('[data-leyden-receipt]')).toBeNull()
  })
})
