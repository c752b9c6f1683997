import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { LeydenProvider, PayToLightningAddress } from '../index.js'

it('answers a provider in place of a BFF, and every view and the receipt say that it is play money', async () => {
  const paid: string[] = []
  render(
    <LeydenProvider bffUrl="sandbox" locale="de" messages={{ testMode: 'Echt' }}>
      <PayToLightningAddress
        address="alice@wallet.example"
        amountSats={2_100}
        onPaid={({ charge }) => paid.push(`${charge.network} ${charge.mode}`)}
      />
    </LeydenProvider>,
  )
  await screen.findByText('Spielgeld')
  await userEvent.click(await screen.findByRole('button', { name: /^2.100 Sats bezahlen|^Zahle|bezahlen$/ }))
  const pay = await screen.findByRole('button', { name: 'Mit Spielgeld bezahlen' })
  expect(screen.getByText('Spielgeld')).toBeVisible()
  expect(screen.queryByRole('link')).toBeNull()
  expect(paid).toEqual([])
  await userEvent.click(pay)
  await screen.findByRole('heading', { name: /2.100 Sats/ })
  expect(screen.getByText('Spielgeld')).toBeVisible()
  expect(paid).toEqual(['regtest test'])
})
