import { type RefCallback, useCallback, useEffect, useState } from 'react'
import { type FrameAttributes, frameAttributes } from '../ramp/engine/frame.js'
import type { RampState } from '../ramp/flow/ramp-state.js'
import { frameOf } from '../ramp/flow/ramp-view.js'
import rampPage from './ramp-page.html?url&no-inline'
import { fillInCard, type PageStep, partOf, walkTo } from './ramp-walk.js'
import { createSandboxServer } from './sandbox-server.js'

const answeringClient = createSandboxServer('pictures', { rampPage }).client
const hangingClient = createSandboxServer('pictures-of-waiting', { rampPage, rampPageHangs: true }).client

/** The step of the sandbox's page in a state. */
function pageStepOf(state: RampState): PageStep {
  if (state.status === 'processing') return state.because === 'server' ? 'card' : 'done'
  switch ('step' in state ? state.step?.name : undefined) {
    case 'kyc':
      return 'identity'
    case 'quote':
      return 'quote'
    case 'card':
      return 'card'
    default:
      return 'code'
  }
}

/** The frame of the sandbox's ramp page, at the step of the state. Null if none is shown. */
export function useSandboxPage(state: RampState): {
  frame: FrameAttributes | null
  ref: RefCallback<HTMLDivElement>
} {
  const session = frameOf(state)?.session
  const step = pageStepOf(state)
  const isWaiting = state.status === 'loading'
  const isRefused = state.status === 'open' && state.trouble
  const [url, setUrl] = useState<string>()

  useEffect(() => {
    if (!session) return
    const client = isWaiting ? hangingClient : answeringClient
    // A known user starts with the price.
    const user = ['quote', 'card', 'done'].includes(step) ? 'returning' : 'you'
    const quoteCurrency = { quote_currency: 'USD', base_currency: 'BTC' }
    void client
      .createRampSession({ email: `${user}@mail.example`, ...quoteCurrency })
      .then(({ widget_url }) => setUrl(widget_url))
  }, [session, step, isWaiting])

  const ref = useCallback(
    (container: HTMLDivElement | null) => {
      if (!container) return
      const onLoad = async ({ target }: Event) => {
        if (!(target instanceof HTMLIFrameElement)) return
        await walkTo(target, step)
        const page = target.contentDocument?.body
        if (page && step === 'card') fillInCard(page)
        if (page && isRefused) partOf(page, 'code-next').click()
      }
      // The load event does not bubble.
      container.addEventListener('load', onLoad, true)
      return () => container.removeEventListener('load', onLoad, true)
    },
    [step, isRefused],
  )
  return {
    frame: session && url ? frameAttributes({ ...session, widgetUrl: url }) : null,
    ref,
  }
}
