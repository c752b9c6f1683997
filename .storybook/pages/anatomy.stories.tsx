import type { Meta, StoryObj } from '@storybook/react-vite'
import { Fragment, type ReactNode } from 'react'
import guide from '../../docs/parts.md?raw'
import { foundAs } from '../../packages/react/src/address/fixtures.js'
import { payEnglish } from '../../packages/react/src/foundation/messages/pay-english.js'
import { useMessages } from '../../packages/react/src/foundation/messages/use-messages.js'
import { fixtureUnmatched, payFixtures } from '../../packages/react/src/pay/flow/fixtures.js'
import { PayRootView } from '../../packages/react/src/pay/parts/pay-root.js'
import * as Pay from '../../packages/react/src/pay-parts.js'
import {
  PayInState,
  type PayPictureProps,
  type PayShown,
} from '../../packages/react/src/test-support/pay-picture.js'
import { docRows, plainText } from './doc-rows.js'
import { renderInlineCode } from './inline-code.js'

/** What to do with each part and what not, in the order of a card. */
const advice = {
  Notices: {
    do: 'Put it first in every card: it is where people read that money has arrived already.',
    dont: 'Leave it out because it is empty most of the time. Somebody would pay twice.',
  },
  Form: {
    do: 'Put fields and questions of your own between the parts: terms, a seat, a size.',
    dont: 'Wrap it in a form element. The card sends nothing by itself, and a sandboxed frame would swallow it.',
  },
  Title: {
    do: 'Say whom the payment is for: “Tip Alice”. It is the heading that takes the focus on the way back.',
    dont: 'Replace it and hide that this is a test: the badge of test mode belongs to it.',
  },
  Address: {
    do: 'Leave it in even with a fixed address: it then shows who is paid.',
    dont: 'Check the address yourself. People paste invoices, e-mail addresses and QR texts, and the part names each.',
  },
  Amount: {
    do: 'Offer two to four presets that fit what you sell, and set `fiat` so that people know what they spend.',
    dont: 'Build a field of your own for sats. Limits, separators and digits of each language are in this one.',
  },
  Note: {
    do: 'Suggest a text with `defaultDescription`, which people can change.',
    dont: 'Ask for names or e-mail addresses in it. The recipient’s provider sees the note.',
  },
  Payer: {
    do: 'Put it before the button: it appears when the recipient requests names or e-mail addresses.',
    dont: 'Leave it out. Nobody could pay a recipient who requires payer data.',
  },
  Submit: {
    do: 'Say what happens: “Send the tip”. Use `render` for the button of your design system.',
    dont: 'Put a second button beside it that looks the same. A card has one main act.',
  },
  Invoice: {
    do: 'Give it the whole width of the card. At 500 px and more, the QR code stands beside the text.',
    dont: 'Recolour, round or cover the QR code. Many scanners read only black on white.',
  },
  Status: {
    do: 'Keep it where the form was. The receipt, errors and the next act appear in this one place.',
    dont: 'Write “paid” yourself after a press. Only this part knows on whose word it is paid.',
  },
} as const

type Part = keyof typeof advice
const parts = Object.keys(advice) as Part[]

/** What the guide says of each part. */
const about = new Map(docRows(guide, 'Pay.').map(([name, what, when]) => [name, { what, when }]))

/** A part of the card, with its number and a line around it. */
function Marked({ part, children }: { part: Part; children: ReactNode }) {
  return (
    <div className="page-part">
      <span className="page-number" aria-hidden="true">
        {parts.indexOf(part) + 1}
      </span>
      {children}
    </div>
  )
}

function Card({ children, ...shown }: PayShown & { children: ReactNode }) {
  return (
    <PayRootView {...shown} t={useMessages(payEnglish)}>
      {children}
    </PayRootView>
  )
}

const { idle, awaiting, paid } = payFixtures
const cards: { name: string; picture: PayPictureProps; content: ReactNode }[] = [
  {
    name: 'Before there is an invoice',
    picture: {
      state: { ...idle, unmatched: [fixtureUnmatched] },
      lookup: foundAs({ payerData: [{ kind: 'name', mandatory: false }] }),
      options: { presets: [500n, 2_100n, 10_000n], defaultDescription: 'Great stream!' },
    },
    content: (
      <>
        <Marked part="Notices">
          <Pay.Notices />
        </Marked>
        <Marked part="Form">
          <Pay.Form>
            <Marked part="Title">
              <Pay.Title>Tip Alice</Pay.Title>
            </Marked>
            <Marked part="Address">
              <Pay.Address />
            </Marked>
            <Marked part="Amount">
              <Pay.Amount />
            </Marked>
            <Marked part="Note">
              <Pay.Note />
            </Marked>
            <Marked part="Payer">
              <Pay.Payer />
            </Marked>
            <Marked part="Submit">
              <Pay.Submit />
            </Marked>
          </Pay.Form>
        </Marked>
      </>
    ),
  },
  {
    name: 'While the invoice can be paid',
    picture: { state: awaiting },
    content: (
      <Marked part="Invoice">
        <Pay.Invoice />
      </Marked>
    ),
  },
  {
    name: 'Afterwards',
    picture: { state: paid },
    content: (
      <Marked part="Status">
        <Pay.Status />
      </Marked>
    ),
  },
]

function Anatomy() {
  return (
    <main className="page-anatomy">
      <h1>Anatomy of a card</h1>
      <p className="page-about">
        A card consists of ten parts inside <code>Pay.Root</code>. Each part appears when it has something to
        show, so you place all of them once.{' '}
        <a href="./?path=/docs/guides-a-card-of-your-own--docs" target="_top">
          A card of your own
        </a>{' '}
        has the code.
      </p>
      <div className="page-tiles">
        {cards.map(({ name, picture, content }) => (
          <figure key={name}>
            <figcaption>{name}</figcaption>
            {/* A picture to read: nobody has to tab through its fields. */}
            <div className="page-tile" inert>
              <PayInState {...picture}>{(shown) => <Card {...shown}>{content}</Card>}</PayInState>
            </div>
          </figure>
        ))}
      </div>
      <h2>Do and don’t</h2>
      <ol className="page-cards page-advice">
        {parts.map((part) => (
          <li key={part}>
            <h3>
              <code>Pay.{part}</code>
            </h3>
            <p>{renderInlineCode(capitalized(plainText(about.get(`\`Pay.${part}\``)?.what)))}</p>
            <dl>
              {(['do', 'dont'] as const).map((kind) => (
                <Fragment key={kind}>
                  <dt data-kind={kind}>{kind === 'do' ? 'Do' : 'Don’t'}</dt>
                  <dd>{renderInlineCode(advice[part][kind])}</dd>
                </Fragment>
              ))}
            </dl>
          </li>
        ))}
      </ol>
    </main>
  )
}

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

const meta = {
  title: 'Anatomy',
  component: Anatomy,
  // The test of the built Storybook opens this page.
  tags: ['!autodocs', '!test', 'page'],
  parameters: { a11y: { config: { rules: [{ id: 'landmark-unique', enabled: false }] } } },
} satisfies Meta<typeof Anatomy>
export default meta

/** The ten parts of a card: which is which, what each is for, and what goes wrong with it. */
export const Page: StoryObj<typeof meta> = {
  name: 'Parts, do and don’t',
}
