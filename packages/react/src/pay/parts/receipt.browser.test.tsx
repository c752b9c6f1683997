import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderPay } from '../../test-support/render-pay.js'
import type { Receipt } from '../pay-callbacks.js'

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
