import type { Meta, StoryObj } from '@storybook/react-vite'
import type { ReactNode } from 'react'
import { lookupFixtures } from '../../packages/react/src/address/fixtures.js'
import { LeydenProvider } from '../../packages/react/src/foundation/provider/leyden-provider.js'
import { languages as german } from '../../packages/react/src/languages/de/both.js'
import { payFixtures } from '../../packages/react/src/pay/flow/fixtures.js'
import { PayToLightningAddress } from '../../packages/react/src/pay/pay-to-lightning-address.js'
import { RampWidget } from '../../packages/react/src/ramp/ramp-widget.js'
import { PayPicture } from '../../packages/react/src/test-support/pay-picture.js'
import rampPage from '../../packages/react/src/test-support/ramp-page.html?url&no-inline'
import { createSandboxServer } from '../../packages/react/src/test-support/sandbox-server.js'
import { type Scheme, schemeOf } from '../themes.js'

const pay = createSandboxServer('welcome')
const { client: ramp } = createSandboxServer('welcome-ramp', { rampPage })

const { idle, awaiting, paid } = payFixtures
const form = (
  <PayPicture
    state={idle}
    lookup={lookupFixtures.found}
    options={{ presets: [500n, 2_100n, 10_000n], defaultDescription: '' }}
  />
)

const invoiceIn = (colorScheme: Scheme) => (
  <LeydenProvider colorScheme={colorScheme}>
    <PayPicture state={awaiting} />
  </LeydenProvider>
)

/** Pictures of the same widgets: where they run, and how they look there. */
const rangeBeside = (scheme: Scheme): [name: string, path: string, look: string, picture: ReactNode][] => [
  ['A receipt', 'story/pay-states--paid', 'plain', <PayPicture key="" state={paid} />],
  scheme === 'dark'
    ? ['Light', 'story/pay-states--awaiting&globals=scheme:light', 'light', invoiceIn('light')]
    : ['Dark', 'story/pay-states--awaiting&globals=scheme:dark', 'dark', invoiceIn('dark')],
  [
    'German',
    'story/pay-states--ready&globals=locale:de',
    'plain',
    <LeydenProvider key="" locale="de" language={german} colorScheme={scheme}>
      {form}
    </LeydenProvider>,
  ],
  [
    'On a phone',
    'story/pay-states--awaiting-on-a-phone',
    'phone',
    <PayPicture key="" state={awaiting} view={{ isTouch: true }} />,
  ],
  [
    'In a game',
    'story/game-shelf--canvas-game',
    'game',
    <LeydenProvider key="" colorScheme="dark">
      <PayPicture state={awaiting} locked />
    </LeydenProvider>,
  ],
]

const pages = [
  [
    'State wall',
    'story/state-wall--pay-to-lightning-address',
    'Every state on one page, in any scheme, width and language.',
  ],
  [
    'Every story',
    // Without the filter of the sidebar.
    'story/pay-states--idle&tags=',
    'Each state, refusal and hard case by itself, left to right and right to left: the filter “detail” hides them.',
  ],
  ['Anatomy', 'story/anatomy--page', 'The ten parts of a card, and what to do and not to do with each.'],
  ['Tokens', 'story/tokens--page', 'Every custom property with its default, in light and dark.'],
  ['Themes', 'story/themes--page', 'Choose a colour, see all widgets, copy the CSS.'],
  [
    'Play it through',
    'story/play-it-through--pay',
    'Type, pay and see “Paid” in a phone, with faults to switch on.',
  ],
  [
    'Game shelf',
    'story/game-shelf--canvas-game',
    'The embed in a canvas game, in portal frames, under strict rules.',
  ],
  ['Languages', 'docs/guides-languages--docs', 'Our languages, and words of your own.'],
  ['Index A to Z', 'docs/index-a-to-z--docs', 'From button and checkout to QR code and RTL.'],
] as const

const usages = [
  [
    'React components',
    'docs/guides-getting-started--docs',
    `<LeydenProvider bffUrl="/api/leyden">
  <PayToLightningAddress address="alice@wallet.example" />
</LeydenProvider>`,
  ],
  [
    'A script tag, for pages and games',
    'docs/embed-guide--docs',
    `<script src="…/leyden/embed/v1/leyden.js"></script>
<script>
  Leyden.open('pay', { address: 'alice@wallet.example' })
</script>`,
  ],
  [
    'An HTML element',
    'docs/embed-script-and-elements--docs',
    `<pay-to-lightning-address
  address="alice@wallet.example" amount-sats="2100">
</pay-to-lightning-address>`,
  ],
] as const

function Welcome({ scheme }: { scheme: Scheme }) {
  return (
    <main className="page-welcome">
      <header>
        <h1>Lightning payments and a bitcoin ramp for your page</h1>
        <p>
          Two widgets. One pays a Lightning Address: it looks the recipient up, checks the invoice and says
          truthfully whether it is paid. The other buys bitcoin at a provider. Below, both are alive, on a
          sandbox inside this page: there is no server, and no money moves.
        </p>
      </header>
      <div className="page-range">
        {rangeBeside(scheme).map(([name, path, look, picture]) => (
          <figure key={name} data-look={look}>
            <figcaption>
              <a href={`./?path=/${path}`} target="_top">
                {name}
              </a>
            </figcaption>
            {/* A picture to look at: nobody has to tab through its buttons. */}
            <div
              className="page-scene"
              data-scheme={look === 'dark' || look === 'game' ? 'dark' : undefined}
              inert
            >
              {picture}
            </div>
          </figure>
        ))}
      </div>
      <h2>Try them</h2>
      <div className="page-grid">
        <section aria-labelledby="welcome-pay">
          <h3 id="welcome-pay">
            <a href="./?path=/docs/pay-paytolightningaddress--docs" target="_top">
              PayToLightningAddress
            </a>
          </h3>
          <PayToLightningAddress
            client={pay.client}
            defaultAddress="alice@wallet.example"
            fiat={{ currency: 'USD', rate: 97_142.86, presets: [2, 5, 10] }}
          />
        </section>
        <section aria-labelledby="welcome-ramp">
          <h3 id="welcome-ramp">
            <a href="./?path=/docs/buy-rampwidget--docs" target="_top">
              RampWidget
            </a>
          </h3>
          <RampWidget client={ramp} quoteCurrency="USD" baseCurrency="BTC" guest remember="never" />
        </section>
      </div>
      <h2>Where to look</h2>
      <ul className="page-cards">
        {pages.map(([name, path, text]) => (
          <li key={name}>
            <a href={`./?path=/${path}`} target="_top">
              {name}
            </a>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <h2>Three ways to use it</h2>
      <ul className="page-cards">
        {usages.map(([name, path, code]) => (
          <li key={name}>
            <a href={`./?path=/${path}`} target="_top">
              {name}
            </a>
            <pre>{code}</pre>
          </li>
        ))}
      </ul>
    </main>
  )
}

const meta = {
  title: 'Welcome',
  // The test of the built Storybook opens this page and clicks in it.
  tags: ['!autodocs', '!test', 'page'],
} satisfies Meta
export default meta
type Story = StoryObj

export const Page: Story = {
  name: 'Welcome',
  render: (_, { globals }) => <Welcome scheme={schemeOf(globals.scheme)} />,
}
