import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from 'storybook/test'
import { inPage } from '../test-support/in-page.js'
import { HtmlPage } from './html-page.js'

const TAG = 'pay-to-lightning-address'
/** The overlay's host: the last element of the page. */
const OVERLAY = 'body > div:last-child'

const page = (body: string, { head = '', settings = '', html = 'lang="en"' } = {}) => `<!doctype html>
<html ${html}>
<head>
  <meta charset="utf-8">
  <title>A page</title>
  <script src="/embed/leyden.js"></script>
  <script>
    Leyden.configure({ bffUrl: 'https://shop.example/leyden'${settings} })
  </script>${head}
</head>
<body>
  ${body.trim()}
</body>
</html>`

/**
 * Pages in plain HTML, each with the script and nothing else. The sandbox inside Storybook answers their requests to
 * the BFF: no server, no money.
 */
const meta = {
  title: 'Embed/Script and elements',
  component: HtmlPage,
  parameters: { layout: 'padded' },
} satisfies Meta<typeof HtmlPage>

export default meta
type Story = StoryObj<typeof meta>

/** An element with attributes is a widget. */
export const ByAttributes: Story = {
  args: {
    html: page(`<${TAG} address="alice@wallet.example" amount-sats="2100"></${TAG}>`),
  },
  async play({ canvasElement }) {
    const { tree, pay, expectText } = await inPage(canvasElement)
    const widget = await tree(TAG)
    await pay(widget)
    await expectText(widget, 'Paid 2,100 sats')
  },
}

/** Objects, functions and secrets are properties. */
export const ByProperties: Story = {
  args: {
    html: page(`
  <${TAG}></${TAG}>
  <script>
    Object.assign(document.querySelector('${TAG}'), {
      address: 'bob@wallet.example',
      presets: [500, 2100, 10000],
      theme: { accent: '#0b7285', radius: 6 },
    })
  </script>`),
  },
  async play({ canvasElement }) {
    const { tree, press, expectText } = await inPage(canvasElement)
    const widget = await tree(TAG)
    await expectText(widget, 'bob@wallet.example')
    await press(widget, '10,000')
    await waitFor(() => expect(widget.querySelector('input')?.value).toBe('10,000'))
  },
}

/** Events leave the element and bubble. `detail` is the outcome. */
export const Events: Story = {
  // `element-events.test.ts` listens on a page.
  tags: ['soak'],
  args: {
    html: page(`
  <${TAG} address="alice@wallet.example" amount-sats="500"></${TAG}>
  <output>Nothing yet.</output>
  <script>
    document.addEventListener('leyden-paid', ({ detail }) => {
      document.querySelector('output').textContent = \`Thanks for \${detail.amountMsat / 1000} sats.\`
    })
  </script>`),
  },
  async play({ canvasElement }) {
    const it = await inPage(canvasElement)
    await it.pay(await it.tree(TAG))
    await it.expectText(it.body, 'Thanks for 500 sats.')
  },
}

const OPEN = `
  <button>Tip the author</button>
  <output></output>
  <script>
    document.querySelector('button').onclick = async () => {
      const { status } = await Leyden.open('pay', { address: 'alice@wallet.example', amountSats: 2100 })
      document.querySelector('output').textContent = status
    }
  </script>`

/** An overlay, and its outcome. */
export const Open: Story = {
  args: { html: page(OPEN) },
  async play({ canvasElement }) {
    const it = await inPage(canvasElement)
    await it.press(it.body, 'Tip the author')
    const overlay = await it.tree(OVERLAY)
    await it.pay(overlay)
    await it.press(overlay, 'Done')
    await it.expectText(it.body, 'paid')
  },
}

/** An overlay that is closed before an invoice is shown. */
export const OpenAndCancel: Story = {
  args: { html: page(OPEN) },
  async play({ canvasElement }) {
    const it = await inPage(canvasElement)
    await it.press(it.body, 'Tip the author')
    await it.press(await it.tree(OVERLAY), 'Close')
    await it.expectText(it.body, 'cancelled')
  },
}

/** A widget that a script adds to the page, for pages whose HTML cannot be changed. */
export const Mount: Story = {
  args: {
    html: page(`
  <div id="place"></div>
  <script>
    Leyden.mount('#place', 'pay', { address: 'alice@wallet.example', defaultAmountSats: 1000 })
  </script>`),
  },
  async play({ canvasElement }) {
    const it = await inPage(canvasElement)
    const widget = await it.tree(`#place > ${TAG}`)
    await it.expectText(widget, 'alice@wallet.example')
  },
}

/** Messages of your own, for all widgets of the page. */
export const Configure: Story = {
  args: {
    html: page(`<${TAG} address="alice@wallet.example"></${TAG}>`, {
      settings: `,
      theme: { accent: '#c2255c' },
      messages: { payTitle: 'Buy me a coffee' },`,
    }),
  },
  async play({ canvasElement }) {
    const it = await inPage(canvasElement)
    await it.expectText(await it.tree(TAG), 'Buy me a coffee')
  },
}

/** The other element. A payment does not load its file. */
export const BuyBitcoin: Story = {
  args: {
    html: page('<ramp-widget quote-currency="USD" base-currency="BTC"></ramp-widget>'),
    heightPx: 320,
  },
  async play({ canvasElement }) {
    const it = await inPage(canvasElement)
    await it.expectText(await it.tree('ramp-widget'), 'Continue to provider')
  },
}

/** The scheme is independent of the page's own colours. */
export const Dark: Story = {
  args: {
    html: page(`<${TAG} address="alice@wallet.example" amount-sats="2100"></${TAG}>`, {
      settings: ", colorScheme: 'dark'",
      head: '\n  <style>body { background: #0d0e11 }</style>',
    }),
  },
  async play({ canvasElement }) {
    const it = await inPage(canvasElement)
    const widget = await it.tree(TAG)
    await it.press(widget, /^Pay( \d|$)/)
    await waitFor(() => expect(widget.querySelector('svg[role="img"]')).not.toBeNull())
    expect(widget.querySelector('.leyden')).toHaveAttribute('data-scheme', 'dark')
  },
}

/** The messages and direction of a locale, independent of the page's. Its file is loaded from the script's folder. */
export const RightToLeft: Story = {
  args: {
    html: page(`<${TAG} address="alice@wallet.example"></${TAG}>`, {
      html: 'lang="ar" dir="rtl"',
      settings: `,
      locale: 'ar',`,
    }),
  },
  async play({ canvasElement }) {
    const it = await inPage(canvasElement)
    const widget = await it.tree(TAG)
    await it.expectText(widget, 'الدفع عبر لايتنينغ')
    // The text is also shown while the widget's file is loading.
    await waitFor(() => expect(widget.querySelector('.leyden')).toHaveAttribute('dir', 'rtl'))
  },
}

/** As wide as the narrowest phone. */
export const Narrow: Story = {
  args: { html: page(OPEN), widthPx: 320, heightPx: 568 },
  play: showCode,
}

/** A portal shows the game in a frame. */
export const Landscape: Story = {
  args: { html: page(OPEN), widthPx: 640, heightPx: 360 },
  play: showCode,
}

/** The whole QR code is visible at once. */
async function showCode({ canvasElement }: { canvasElement: HTMLElement }): Promise<void> {
  const it = await inPage(canvasElement)
  await it.press(it.body, 'Tip the author')
  const overlay = await it.tree(OVERLAY)
  await it.press(overlay, /^Pay( \d|$)/)
  await waitFor(() => {
    const box = overlay.querySelector('svg[role="img"]')?.getBoundingClientRect()
    const view = it.body.ownerDocument.defaultView
    expect(box?.top).toBeGreaterThanOrEqual(0)
    expect(box?.bottom).toBeLessThanOrEqual(view?.innerHeight ?? 0)
    expect(box?.width).toBeGreaterThan(150)
  })
}
