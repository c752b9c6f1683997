'use client'

import { type RefCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useLeydenContext } from '../provider/leyden-context.js'
import { useOnline } from '../provider/page-signals.js'
import { useLeydenQueryClient } from '../provider/query-client.js'
import { useClient } from '../provider/use-client.js'
import { useBrowserLayoutEffect } from '../provider/use-latest.js'
import { type BlockReason, type RampState, sessionOf } from '../ramp-flow/index.js'
import { linkedSession } from '../ramp-flow/ramp-state.js'
import { type Outage, useOutage } from '../widget/outage.js'
import { examinePage, type Finding } from './examine-page.js'
import type { FrameAttributes } from './frame.js'
import { createRampEngine } from './ramp-engine.js'
import type { RampOptions } from './ramp-options.js'
import { defaultNeeds } from './session-requests.js'
import { entryOf, type RampFields, useRampFields } from './use-ramp-fields.js'

/** Props of the frame. */
export interface RampFrameProps extends FrameAttributes {
  /** By it the widget knows the frame whose messages count. */
  ref: RefCallback<HTMLIFrameElement>
}

/** Props of a link to a session that nobody has opened yet. */
export interface RampLinkProps {
  /** The URL of the session. */
  href: string
  /** A tab of its own. */
  target: '_blank'
  /** Keeps the page out of reach of that tab. */
  rel: 'noopener noreferrer'
  /** Notes that the link was opened. */
  onClick: () => void
  /** The same for the middle button. */
  onAuxClick: () => void
}

/** What a person can do. */
export interface RampActions {
  /**
   * Makes a session, or asks a guest for the missing details first: then with what is in the fields, once it is valid.
   */
  start: () => void
  /** Asks for a link, beside the frame or instead of a blocked one. */
  requestFallbackLink: () => void
  /** Closes what is shown; a purchase under way goes on and its result still shows. */
  close: () => void
}

/** What `useRampWidget` returns. */
export interface RampHandle {
  /** Where the purchase is. */
  state: RampState
  /** What a person can do now. */
  actions: RampActions
  /** What a guest is asked. */
  fields: RampFields
  /**
   * Spread on an `iframe` with a `title` of your own, in one place of your tree for all states: moved, it would
   * load again. Null without one.
   */
  getFrameProps: () => RampFrameProps | null
  /** Spread on an `a` while a link is ready; null without one. */
  getLinkProps: () => RampLinkProps | null
  /** Whether the device says that it has a network. */
  isOnline: boolean
  /** Why nothing has been heard of the purchase for some seconds; null while all is well. It goes on all the same. */
  outage: Outage | null
  /** How far the server's clock is ahead of this machine's, in milliseconds: times of the state are the server's. */
  clockOffsetMs: number
  /** What can keep a frame from working on this page, as far as it can be known before one is loaded. */
  examine: () => Finding<BlockReason>[]
}

/**
 * The ramp without looks: makes, checks and watches sessions, listens to the frame, and calls the page's callbacks.
 * Success comes from the server alone.
 *
 * ```tsx
 * const { actions, getFrameProps } = useRampWidget({ quoteCurrency: 'USD', baseCurrency: 'BTC', onCompleted })
 * const frame = getFrameProps()
 * return frame ? <iframe title="Buy bitcoin" {...frame} /> : <button onClick={() => actions.start()}>Buy</button>
 * ```
 */
export function useRampWidget(options: RampOptions): RampHandle {
  const client = useClient(options.client, 'useRampWidget')
  const { widgetEvents } = useLeydenContext()
  const settings = { ...options, client, queryClient: useLeydenQueryClient(), widgetEvents }
  const [engine] = useState(() => createRampEngine(settings))
  const state = useSyncExternalStore(engine.subscribe, engine.getState, engine.getState)
  useBrowserLayoutEffect(() => engine.update(settings))
  useEffect(() => engine.mount(), [engine])

  const fields = useRampFields({
    state,
    options,
    entry: engine.entry(),
    check: async (text, signal) => {
      // Loaded when somebody types one: most never do, and address formats are large.
      const { checkDestination } = await import('./check-destination.js')
      return checkDestination(client, text, signal)
    },
  })
  const { requestFallbackLink, close } = engine
  return {
    state,
    actions: {
      start: () => {
        const entry = entryOf(fields)
        if (state.status !== 'asking') engine.start()
        else if (entry) engine.start(entry)
      },
      requestFallbackLink,
      close,
    },
    fields,
    getFrameProps: () => {
      const attributes = engine.frameAttributes()
      return attributes && { ...attributes, ref: engine.setFrame }
    },
    getLinkProps: () => {
      const session = state.status === 'handoff' && !state.opened ? state.session : linkedSession(state)
      if (session?.widgetUrl === undefined) return null
      const { id, widgetUrl: href } = session
      // After the browser has followed it: a link that is gone by then may not be followed.
      const onOpened = () => void setTimeout(() => engine.linkOpened(id))
      return { href, target: '_blank', rel: 'noopener noreferrer', onClick: onOpened, onAuxClick: onOpened }
    },
    isOnline: useOnline(),
    outage: useOutage(client),
    clockOffsetMs: client.clock.offsetMs,
    examine: () => {
      const { rampOrigins = [], needs = defaultNeeds } = options
      return examinePage({ origins: sessionOf(state)?.origins ?? rampOrigins, needs })
    },
  }
}
