// @vitest-environment jsdom
import { PayToLightningAddress } from '@leyden/react'
import { createFakeClient } from '@leyden/react/testing'
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'

// Long enough for a busy machine.
configure({ asyncUtilTimeout: 120_000 })
afterEach(cleanup)

it('thanks once when the tip arrived', { timeout: 600_000 }, async () => {
  const client = createFakeClient()
  const onPaid = vi.fn()
  render(
    <PayToLightningAddress
      client={client}
      address="alice@wallet.example"
      amountSats={2100}
      onPaid={onPaid}
    />,
  )
  await screen.findByText('Tips for Alice')
  fireEvent.click(screen.getByRole('button', { name: /^Pay( \d|$)/ }))
  await screen.findByRole('button', { name: 'Copy invoice' })
  client.settle()
  await screen.findByRole('heading', { name: 'Paid 2,100 sats' })
  expect(onPaid).toHaveBeenCalledTimes(1)
})
