import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import {
  type ComponentType,
  createRef,
  forwardRef,
  type ReactElement,
  type ReactNode,
  type Ref,
  StrictMode,
  useState,
} from 'react'
import { describe, expect, it, vi } from 'vitest'
import { foundAs } from './address/fixtures.js'
import { payEnglish } from './foundation/messages/pay-english.js'
import { rampEnglish } from './foundation/messages/ramp-english.js'
import { useMessages } from './foundation/messages/use-messages.js'
import { LeydenProvider } from './index.js'
import { Pay, Ramp } from './parts.js'
import { payFixtures } from './pay/flow/fixtures.js'
import { PayRootView } from './pay/parts/pay-root.js'
import type { PayHandle } from './pay/pay-handle.js'
import { rampFixtures } from './ramp/flow/fixtures.js'
import type { RampState } from './ramp/flow/ramp-state.js'
import { RampRootView } from './ramp/parts/ramp-parts.js'
import type { RampHandle } from './ramp/use-ramp-widget.js'
import { PayInState, type PayPictureProps } from './test-support/pay-picture.js'
import { type RampPictureProps, useRampInState } from './test-support/ramp-picture.js'
import { createFakeClient } from './testing.js'
import './styles.css'

/** The props that every part accepts. */
interface PartProps {
  ref?: Ref<HTMLElement>
  className?: string
  style?: { outlineColor: string }
  title?: string
  onClick?: (event: { preventDefault: () => void }) => void
  render?: ReactElement | ((props: Record<string, unknown>, handle: PayHandle | RampHandle) => ReactElement)
}

type RootState = { pay: PayPictureProps } | { ramp: RampPictureProps }

interface Example {
  Part: ComponentType<PartProps>
  /** A state in which the part is visible. A root has its own state. */
  shown?: RootState
  tag: string
  state: string
  tone?: string
}

const client = createFakeClient()

const { awaiting, idle, paid } = payFixtures
const found = foundAs({ payerData: [{ kind: 'name', mandatory: false }] })
const form = { pay: { state: idle, lookup: found } }
const arrived = [{ charge: paid.charge, evidence: 'app' as const, at: paid.at, isOwn: true }]

const payParts = {
  Root: {
    Part: forwardRef<HTMLElement, PartProps>((props, ref) => (
      <Pay.Root {...(props as object)} ref={ref} client={client} />
    )),
    tag: 'SECTION',
    state: 'idle',
  },
  Notices: {
    Part: Pay.Notices,
    shown: { pay: { state: { ...idle, arrived } } },
    tag: 'DIV',
    state: 'idle',
  },
  Form: { Part: Pay.Form, shown: form, tag: 'DIV', state: 'idle' },
  Title: { Part: Pay.Title, shown: form, tag: 'DIV', state: 'idle' },
  Address: { Part: Pay.Address, shown: form, tag: 'DIV', state: 'found' },
  Amount: {
    Part: Pay.Amount,
    shown: { pay: { state: idle, lookup: found, options: { defaultAmountSats: 1 } } },
    tag: 'DIV',
    state: 'too_small',
    tone: 'bad',
  },
  Note: { Part: Pay.Note, shown: form, tag: 'DIV', state: 'editable' },
  Payer: { Part: Pay.Payer, shown: form, tag: 'DIV', state: 'complete' },
  Submit: { Part: Pay.Submit, shown: form, tag: 'BUTTON', state: 'ready' },
  Invoice: { Part: Pay.Invoice, shown: { pay: { state: awaiting } }, tag: 'DIV', state: 'awaiting' },
  Status: { Part: Pay.Status, shown: { pay: { state: paid } }, tag: 'DIV', state: 'paid', tone: 'ok' },
} satisfies Record<keyof typeof Pay, unknown>

const rampIn = (state: RampState) => ({ ramp: { state } })

const rampParts = {
  Root: {
    Part: forwardRef<HTMLElement, PartProps>((props, ref) => (
      <Ramp.Root {...(props as object)} ref={ref} client={client} />
    )),
    tag: 'SECTION',
    state: 'idle',
  },
  Title: { Part: Ramp.Title, shown: rampIn(rampFixtures.idle), tag: 'DIV', state: 'idle' },
  Notices: {
    Part: Ramp.Notices,
    shown: { ramp: { state: rampFixtures.loading, view: { outage: 'offline' } } },
    tag: 'DIV',
    state: 'loading',
  },
  Start: { Part: Ramp.Start, shown: rampIn(rampFixtures.idle), tag: 'DIV', state: 'idle' },
  Frame: { Part: Ramp.Frame, shown: rampIn(rampFixtures.loading), tag: 'DIV', state: 'loading' },
  Status: {
    Part: Ramp.Status,
    shown: rampIn(rampFixtures.completed),
    tag: 'DIV',
    state: 'completed',
    tone: 'ok',
  },
} satisfies Record<keyof typeof Ramp, unknown>

/** An example of each part. TypeScript reports a part without one. */
const examples = [
  ...Object.entries(payParts).map(([name, example]) => [`Pay.${name}`, name, example] as const),
  ...Object.entries(rampParts).map(([name, example]) => [`Ramp.${name}`, name, example] as const),
] as unknown as [path: string, name: string, example: Example][]

/** Renders a root in one state. */
function RootInState({ shown, children }: { shown: RootState; children: ReactNode }) {
  const t = useMessages(payEnglish)
  return 'pay' in shown ? (
    <PayInState {...shown.pay}>
      {(handles) => (
        <PayRootView {...handles} t={t}>
          {children}
        </PayRootView>
      )}
    </PayInState>
  ) : (
    <RampRootInState picture={shown.ramp}>{children}</RampRootInState>
  )
}

function RampRootInState({ picture, children }: { picture: RampPictureProps; children: ReactNode }) {
  const t = useMessages(rampEnglish, undefined, 'ramp')
  return (
    <RampRootView ramp={useRampInState(picture)} options={{}} t={t} isOnline>
      {children}
    </RampRootView>
  )
}

/** Renders the part of an example with these props. @returns its root element */
function renderPart({ Part, shown }: Example, props: PartProps = {}): HTMLElement {
  const part = <Part {...props} />
  const { container } = render(
    <StrictMode>{shown ? <RootInState shown={shown}>{part}</RootInState> : part}</StrictMode>,
  )
  const outermost = shown ? container.querySelector('section') : container
  return outermost?.firstElementChild as HTMLElement
}

it('moves the focus to the field for a proof of payment when it opens', () => {
  render(
    <RootInState shown={{ pay: { state: payFixtures.expired } }}>
      <Pay.Status />
    </RootInState>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'I have proof of payment' }))
  expect(screen.getByRole('textbox', { name: 'Proof of payment (preimage)' })).toHaveFocus()
})

describe.each(examples)('%s', (_, name, example) => {
  it('has one root element, with its state, its tone and its public class', () => {
    const root = renderPart(example)
    expect(root.tagName).toBe(example.tag)
    expect(root.dataset.state).toBe(example.state)
    expect(root.dataset.tone).toBe(example.tone)
    expect(root).toHaveClass(name === 'Root' ? 'leyden' : `leyden-${name.toLowerCase()}`)
    if (example.shown) expect(root.parentElement?.children).toHaveLength(2)
  })

  it('merges class and style of the page with its own, and passes on all other props', () => {
    const ownClasses = renderPart(example).className
    cleanup()
    const root = renderPart(example, { className: 'mine', style: { outlineColor: 'red' }, title: 'Mine' })
    expect(root.className.split(' ')).toEqual([...ownClasses.split(' '), 'mine'])
    expect(root.style.outlineColor).toBe('red')
    expect(root.title).toBe('Mine')
  })

  it('passes its root element to a ref', () => {
    const [object, callback] = [createRef<HTMLElement>(), vi.fn()]
    expect(object.current).toBeNull()
    expect(renderPart(example, { ref: object })).toBe(object.current)
    cleanup()
    const root = renderPart(example, { ref: callback })
    expect(callback).toHaveBeenCalledWith(root)
  })

  it('renders the page’s element in place of its own, with the props, handlers and refs of both', () => {
    const [partRef, elementRef] = [createRef<HTMLElement>(), createRef<HTMLElement>()]
    const [partClick, elementClick] = [vi.fn(), vi.fn()]
    const content = renderPart(example).textContent
    cleanup()
    const root = renderPart(example, {
      ref: partRef,
      className: 'part',
      style: { outlineColor: 'red' },
      onClick: partClick,
      render: (
        <article
          ref={elementRef as Ref<never>}
          className="element"
          style={{ outlineStyle: 'dotted' }}
          title="Element"
          onClick={elementClick}
          onKeyDown={() => {}}
        />
      ),
    })
    expect(root.tagName).toBe('ARTICLE')
    expect(root).toHaveClass('part', 'element')
    expect([root.style.outlineColor, root.style.outlineStyle]).toEqual(['red', 'dotted'])
    expect(root.title).toBe('Element')
    expect(root.dataset.state).toBe(example.state)
    expect(root.textContent).toBe(content)
    expect(partRef.current).toBe(root)
    expect(elementRef.current).toBe(root)
    fireEvent.click(root)
    expect(partClick).toHaveBeenCalledTimes(1)
    expect(elementClick).toHaveBeenCalledTimes(1)
  })

  it('passes props and handle to a render function of the page', () => {
    const root = renderPart(example, {
      className: 'mine',
      render: (props, handle) => <main {...props} id={handle.state.status} />,
    })
    expect(root.tagName).toBe('MAIN')
    expect(root).toHaveClass('mine')
    const { shown } = example
    expect(root.id).toBe(shown ? ('pay' in shown ? shown.pay : shown.ramp).state.status : 'idle')
    expect(root.dataset.state).toBe(example.state)
  })
})

it.each(examples.filter(([, , { shown }]) => shown))('%s throws outside of a root', (path, _, { Part }) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(() => render(<Part />)).toThrow(`<${path}> has to be inside of <${path.split('.')[0]}.Root>.`)
  vi.restoreAllMocks()
})

/** A card of the page with its own heading, question and button. */
function TipJar({ onAsk }: { onAsk?: (event: { preventDefault: () => void }) => void }) {
  const [agreed, setAgreed] = useState(false)
  return (
    <LeydenProvider client={client}>
      <Pay.Root defaultAddress="alice@wallet.example" defaultAmountSats={2_100} className="tip-jar">
        <Pay.Notices />
        <Pay.Form>
          <h2>Buy me a coffee</h2>
          <Pay.Address />
          <Pay.Amount />
          <label>
            <input type="checkbox" checked={agreed} onChange={() => setAgreed(!agreed)} /> I agree
          </label>
          <Pay.Submit disabled={!agreed} onClick={onAsk} render={<button type="button" className="own" />}>
            Tip
          </Pay.Submit>
        </Pay.Form>
        <Pay.Invoice />
        <Pay.Status />
      </Pay.Root>
    </LeydenProvider>
  )
}

describe('a card that the page builds from parts', () => {
  const tipButton = () => screen.getByRole('button', { name: 'Tip' })

  it('pays with the page’s own button once the page’s own question is answered', async () => {
    render(
      <StrictMode>
        <TipJar />
      </StrictMode>,
    )
    await screen.findByText('Tips for Alice')
    expect(tipButton()).toHaveAttribute('aria-disabled', 'true')
    expect(tipButton().className).toBe('own')
    fireEvent.click(tipButton())
    expect(screen.queryByRole('timer')).toBeNull()
    fireEvent.click(screen.getByRole('checkbox'))
    expect(tipButton()).not.toHaveAttribute('aria-disabled')
    fireEvent.click(tipButton())
    await screen.findByRole('timer')
    expect(screen.queryByRole('checkbox')).toBeNull()
    client.settle()
    await screen.findByRole('heading', { name: 'Paid 2,100 sats' })
  })

  it('requests nothing if the page’s own handler prevents it', async () => {
    render(<TipJar onAsk={(event) => event.preventDefault()} />)
    await screen.findByText('Tips for Alice')
    fireEvent.click(screen.getByRole('checkbox'))
    fireEvent.click(tipButton())
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(screen.queryByRole('timer')).toBeNull()
    expect(tipButton()).toBeVisible()
  })

  it('keeps the page’s styles of elements between the parts', async () => {
    // The page's sheet comes first, so it only wins if ours has no rule for these elements.
    document.head.prepend(
      Object.assign(document.createElement('style'), {
        textContent: 'h2 { margin: 7px } .own { padding: 9px }',
      }),
    )
    render(<TipJar />)
    await screen.findByText('Tips for Alice')
    expect(getComputedStyle(screen.getByRole('heading', { name: 'Buy me a coffee' })).marginTop).toBe('7px')
    expect(getComputedStyle(tipButton()).paddingTop).toBe('9px')
    document.head.firstElementChild?.remove()
  })
})
