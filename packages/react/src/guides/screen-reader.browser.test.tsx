import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import { renderPay } from '../test-support/render-pay.js'

interface AxValue {
  value?: unknown
}

interface AxNode {
  nodeId: string
  ignored: boolean
  role?: AxValue
  name?: AxValue
  description?: AxValue
  value?: AxValue
  properties?: { name: string; value: AxValue }[]
  childIds?: string[]
}

interface Frame {
  frame: { id: string; url: string }
  childFrames?: Frame[]
}

interface Session {
  send(method: 'Page.getFrameTree'): Promise<{ frameTree: Frame }>
  send(method: 'Accessibility.enable'): Promise<void>
  send(method: 'Accessibility.getFullAXTree', params: { frameId: string }): Promise<{ nodes: AxNode[] }>
}

const textOf = (value: AxValue | undefined) => String(value?.value ?? '').trim()

/** The widget's accessibility tree, in reading order. */
async function readAccessibilityTree(): Promise<string[]> {
  const session = cdp() as unknown as Session
  const { frameTree } = await session.send('Page.getFrameTree')
  const frames = (tree: Frame): Frame[] => [tree, ...(tree.childFrames ?? []).flatMap(frames)]
  const frame = frames(frameTree).find(({ frame: { url } }) => url === location.href)
  if (!frame) throw new Error('The frame of this test was not found.')
  await session.send('Accessibility.enable')
  const { nodes } = await session.send('Accessibility.getFullAXTree', { frameId: frame.frame.id })
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const lines: string[] = []
  const read = (node: AxNode | undefined) => {
    if (!node) return
    const line = node.ignored ? '' : lineOf(node)
    if (line) lines.push(line)
    const role = textOf(node.role)
    // The names of these roles come from their content, which would be listed twice.
    const isLeaf = ['heading', 'button', 'link', 'textbox', 'image', 'timer'].includes(role)
    if (!isLeaf || node.ignored) for (const id of node.childIds ?? []) read(byId.get(id))
  }
  read(nodes.find((node) => textOf(node.role) === 'region'))
  return lines
}

function lineOf(node: AxNode): string {
  const role = textOf(node.role)
  const name = textOf(node.name)
  const property = (propertyName: string) =>
    node.properties?.find(({ name }) => name === propertyName)?.value.value
  const states = [
    property('disabled') && 'unavailable',
    property('busy') && 'busy',
    property('pressed') === 'true' && 'pressed',
    property('expanded') === false && 'collapsed',
    property('invalid') === 'true' && 'invalid',
    property('required') && 'required',
    property('readonly') && role === 'textbox' && 'read only',
  ].filter(Boolean)
  const details = [
    textOf(node.value) && `holds “${textOf(node.value)}”`,
    ...states,
    textOf(node.description) && `described as “${textOf(node.description)}”`,
  ].filter(Boolean)
  const suffix = details.length > 0 ? `, ${details.join(', ')}` : ''
  switch (role) {
    case 'StaticText':
      return name && `“${name.replace(/^\w+ \d+, \d+, \d+:\d\d\s[AP]M$/, '(time)')}”`
    case 'heading':
      return `heading, level ${property('level')}: ${name}`
    case 'group':
      return name && `group: ${name}`
    case 'textbox':
    case 'button':
    case 'link':
    case 'image':
    case 'timer':
    case 'region':
      return `${role}: ${name.replace(/\d:\d\d:\d\d|\d+:\d\d/, '(time)')}${suffix}`
    default:
      return ''
  }
}

it('announces every step from an address to a payment', async () => {
  const transcript: string[] = [
    '# What a screen reader has to say',
    '',
    'The whole flow of `<PayToLightningAddress/>`, as Chromium’s accessibility tree has it, in reading order. Written by a',
    'test; a change of it is a change for people who listen.',
  ]
  const addStep = async (title: string) => {
    const focus = document.activeElement
    const focused = focus && focus !== document.body ? `${focus.tagName.toLowerCase()}` : 'nothing'
    const announcements = screen
      .getAllByRole('status')
      .map((status) => status.textContent)
      .filter(Boolean)
    transcript.push('', `## ${title}`, '')
    transcript.push(...(await readAccessibilityTree()).map((line) => `- ${line}`))
    transcript.push(
      '',
      `Focus is on: ${focused}. Announced: ${announcements.length ? announcements.map((line) => `“${line}”`).join(', ') : 'nothing'}.`,
    )
  }
  const addresses = {
    'alice@wallet.example': {},
    'carol@wallet.example': { payerData: { name: { mandatory: true }, email: { mandatory: false } } },
  }
  const { client } = renderPay({ presets: [500, 2_100] }, { server: { takesPayerData: true, addresses } })
  const field = screen.getByLabelText('Lightning Address')
  await addStep('At the beginning')

  await userEvent.type(field, 'bob@mail.example')
  await screen.findByText(/Is it an e-mail address/)
  await addStep('After typing an e-mail address')

  await userEvent.clear(field)
  await userEvent.type(field, 'carol@wallet.example')
  await screen.findByText('Tips for Carol')
  await screen.findByText('carol@wallet.example accepts Lightning payments.')
  await addStep('After typing an address that asks who pays')

  await userEvent.clear(field)
  await userEvent.type(field, 'alice@wallet.example')
  await screen.findByText('Tips for Alice')
  await screen.findByText('alice@wallet.example accepts Lightning payments.')
  await addStep('After typing an address that can be paid')

  await userEvent.type(screen.getByLabelText('Amount'), '9')
  await screen.findByText('The smallest amount is 10 sats.')
  await addStep('After an amount that is too small')

  await userEvent.click(screen.getByRole('button', { name: '2,100' }))
  await userEvent.click(screen.getByRole('button', { name: /^Pay( \d|$)/ }))
  await screen.findByRole('img', { name: /^QR code/ })
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H2'))
  await addStep('After “Pay”')

  client.settle({ evidence: 'preimage' })
  await screen.findByRole('heading', { name: 'Paid 2,100 sats' })
  await waitFor(() => expect(document.activeElement).toHaveAccessibleName('Paid 2,100 sats'))
  await addStep('After the payment')

  await expect(`${transcript.join('\n')}\n`).toMatchFileSnapshot('./screen-reader.md')
})
