import { expect, it } from 'vitest'
import { openPage, sharedBrowser } from '../harness/browser.js'
import { embedShop } from './embed-shop.js'
import { barePage, dialogOf, requestInvoice } from './widget-page.js'

const shop = await embedShop()

/**
 * A page with a fake connector, whose dialog is in the body like that of Bitcoin Connect. `openWallet` is a wallet of
 * the test.
 */
const connector = `
  const connectWallet = async () => ({
    getConnectorConfig: () => ({ connectorName: 'Test wallet' }),
    requestProvider: () => new Promise((resolve) => {
      const choose = document.createElement('button')
      choose.textContent = 'Test wallet'
      choose.onclick = () => {
        choose.remove()
        resolve({ enable: async () => {}, sendPayment: async (invoice) => ({ preimage: await openWallet(invoice) }) })
      }
      document.body.append(choose)
    }),
  })`

async function openShop(script: string, body = '') {
  const { page, problems, close } = await openPage(await sharedBrowser(), 'about:blank')
  await page.exposeFunction('openWallet', (invoice: string) => shop.payUnseen(invoice).preimage)
  await page.goto(shop.serve('/connect', barePage(shop.bffUrl, { body })))
  await page.evaluate(`${connector};${script};undefined`)
  return { page, problems, close }
}

it('connects a wallet from an overlay, which is hidden while the wallet dialog is open, and pays with it', async () => {
  const { page, problems, close } = await openShop(
    `Leyden.configure({ connectWallet });
     window.handle = Leyden.open('pay', { address: 'alice@wallet.example', amountSats: 2100 })`,
  )
  const dialog = dialogOf(page)
  await requestInvoice(dialog)
  await dialog.getByRole('button', { name: 'Connect a wallet' }).click()
  await page.getByRole('button', { name: 'Test wallet', exact: true }).click()
  await dialog.getByRole('button', { name: 'Pay with Test wallet' }).click()
  await dialog.getByRole('heading', { name: 'Paid 2,100 sats' }).waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect(await page.evaluate('window.handle')).toMatchObject({ status: 'paid', evidence: 'preimage' })
  expect(problems).toEqual([])
  await close()
})

it('connects a wallet in an element with its own connectWallet', async () => {
  const { page, problems, close } = await openShop(
    `Leyden.configure({ messages: { noWallet: '' } })
    document.querySelector('pay-to-lightning-address').connectWallet = connectWallet`,
    '<pay-to-lightning-address address="alice@wallet.example" amount-sats="2100"></pay-to-lightning-address>',
  )
  await page.getByRole('button', { name: /^Pay( \d|$)/ }).click()
  await page.getByRole('button', { name: 'Connect a wallet' }).click()
  expect(await page.getByText('No wallet yet?').count()).toBe(0)
  await page.getByRole('button', { name: 'Test wallet', exact: true }).click()
  await page.getByRole('button', { name: 'Pay with Test wallet' }).click()
  await page.getByRole('heading', { name: 'Paid 2,100 sats' }).waitFor()
  expect(problems).toEqual([])
  await close()
})
