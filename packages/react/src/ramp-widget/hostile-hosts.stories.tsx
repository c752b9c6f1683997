import type { Meta, StoryObj } from '@storybook/react-vite'
import { useEffect, useRef, useState } from 'react'
import { createRampSandbox } from '../test-support/ramp-sandbox.js'
import { RampWidget } from './ramp-widget.js'

interface HostProps {
  /** Attributes of the frame that the whole page is put in. */
  attributes?: Readonly<Record<string, string>>
  /** The story in it. */
  story?: string
}

/**
 * The playground inside pages that make it hard: each is a frame with rules that the widget has to live with.
 * Rules that only headers can set (an embedder policy, a policy for the camera) are proven by the journeys on
 * servers of their own; here is what a page can do without.
 */
function Host({ attributes = {}, story = 'buy-playground--live-started' }: HostProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const frame = document.createElement('iframe')
    for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value)
    frame.title = 'A page with rules'
    frame.width = '440'
    frame.height = '860'
    frame.src = `iframe.html?id=${story}&viewMode=story`
    place.current?.append(frame)
    return () => frame.remove()
  }, [attributes, story])
  return <div ref={place} />
}

/** Sets a rule that a page cannot take back: only for a frame of its own. */
function PageWithoutFrames() {
  const [isSet, setIsSet] = useState(false)
  useEffect(() => {
    const rule = document.createElement('meta')
    rule.httpEquiv = 'Content-Security-Policy'
    rule.content = "frame-src 'none'"
    document.head.append(rule)
    setIsSet(true)
  }, [])
  return isSet ? <RampWidget client={client} remember="never" email="you@mail.example" autoStart /> : null
}
const client = createRampSandbox('ramp-without-frames')

const meta = {
  title: 'Buy/Hostile hosts',
  component: Host,
  // They frame other stories, which the test runner does not serve.
  tags: ['!autodocs', '!test'],
} satisfies Meta<typeof Host>
export default meta
type Story = StoryObj<typeof meta>

/** The page around it does not pass the camera on. */
export const NoCamera: Story = { args: { attributes: { allow: "camera 'none'" } } }
/** The content security policy of the page lets no frame in. */
export const NoFrames: Story = { args: { story: 'buy-hostile-hosts--inside-no-frames' } }
/** A portal that passes everything on. */
export const Friendly: Story = { args: { attributes: { allow: 'camera; payment; clipboard-write' } } }
/** Neither pop-ups nor forms; the frame itself still works. */
export const FewRights: Story = { args: { attributes: { sandbox: 'allow-scripts allow-same-origin' } } }
/** What `NoFrames` frames. */
export const InsideNoFrames: Story = { tags: ['!dev'], render: () => <PageWithoutFrames /> }
