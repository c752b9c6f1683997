import { it } from 'vitest'
import { launchBrowser, openPage } from '../world/browser.js'
import { startEmbedWorld } from './embed-world.js'
import { barePage, dialogOf, open, showInvoice } from './widget-page.js'
it('shoots', async () => {
  const world = await startEmbedWorld()
  const browser = await launchBrowser()
  const url = world.serve('/bare', barePage(world.bffUrl, { head: '<style>body{background:linear-gradient(#124,#041)}</style>' }))
  for (const [w, h, o] of [[640, 360, {colorScheme:'dark'}], [360, 640, {}], [320, 568, {}], [800,450,{}]] as const) {
    const { page, close } = await openPage(browser, url, { viewport: { width: w, height: h } })
    await page.evaluate((s) => (window as any).Leyden.configure(s), o)
    await open(page, 'pay', { address: 'alice@wallet.example', defaultAmountSats: 2100, presets: [500, 2100] })
    await page.waitForTimeout(700)
    await page.screenshot({ path: `/tmp/leyden/shot-${w}-form.png` })
    await showInvoice(dialogOf(page))
    await page.waitForTimeout(300)
    await page.screenshot({ path: `/tmp/leyden/shot-${w}-invoice.png` })
    await close()
  }
  await browser.close(); await world.close()
})
