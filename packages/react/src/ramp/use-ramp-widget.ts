'use client'

import {
  type ComponentPropsWithoutRef,
  type RefCallback,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { type Outage, useOutage } from '../foundation/flow/outage.js'
import { useBrowserLayoutEffect } from '../foundation/page/use-latest.js'
import { useLeydenContext } from '../foundation/provider/leyden-context.js'
import { missingClient } from '../foundation/provider/missing-client.js'
import { useClient, useLeydenQueryClient } from '../foundation/provider/use-client.js'
import { checkEnvironment, type Finding } from './engine/check-environment.js'
import type { FrameAttributes } from './engine/frame.js'
import { createRampEngine, type RampEngine } from './engine/ramp-engine.js'
import { defaultNeeds } from './engine/session-requests.js'
import { entryOf, type RampFields, useRampFields } from './fields/use-ramp-fields.js'
import { type BlockReason, offeredSession, type RampState, sessionOf } from './flow/ramp-state.js'
import type { RampOptions } from './ramp-options.js'
import type { RampSettings } from './ramp-settings.js'
import { useRampOptions } from './use-ramp-options.js'

/** Props of the frame. */
export interface RampFrameProps extends FrameAttributes {
  /** Tells the widget which frame's messages to read. */
  ref: RefCallback<HTMLIFrameElement>
}

/**
 * Props of a link to a session that nobody has opened yet: it opens a new tab, which cannot access this page, and
 * reports that it was opened.
 */
export interface RampLinkProps extends ComponentPropsWithoutRef<'a'> {
  /** The URL of the session. */
  href: string
}

/** The actions of a person. */
export interface RampActions {
  /**
   * Makes a session, or goes on with the open one. In `idle` an open session without an order is shown as `resumed`
   * first, so that the person can choose. Asks a guest for missing details first, and uses the fields once they are
   * valid.
   */
  start: () => void
  /**
   * Makes a further session, although another one may be open. For an order, the BFF refuses it if one of the order's
   * sessions has a sign of payment, or if too many were opened.
   */
  startNewSession: () => void
  /** Requests a link beside the frame, or in place of a blocked one. */
  requestFallbackLink: () => void
  /** Closes the view. A running purchase continues, and its result is still shown. */
  close: () => void
}

/** What a view shows besides the state and the fields: the frame and the link, the time and the network. */
export interface RampView {
  /**
   * Props for an `iframe`, to which you add a `title`; null without a frame. Keep it in one place of your tree in all
   * states, because a frame that moves loads again.
   */
  getFrameProps: () => RampFrameProps | null
  /** Props for an `a` while a link is ready; null without one. */
  getLinkProps: () => RampLinkProps | null
  /**
   * Whether `start` may go on with a session that the person has left, so that a view offers it before a new one: always
   * for an order, whose links the BFF has. Otherwise only this page load has the link, and only while the widget is in
   * the page: a link that is stored or sent again could open the purchase of another person.
   */
  canGoOn: boolean
  /** Why the BFF has not answered for some seconds; null while it answers. The purchase continues meanwhile. */
  outage: Outage | null
  /**
   * By how much the server's clock is ahead of this machine's, in milliseconds. Times in the state are the server's.
   */
  clockOffsetMs: number
  /** Checks what can keep a frame from working on this page, as far as it can be known before one is loaded. */
  checkEnvironment: () => Finding<BlockReason>[]
}

/** The result of `useRampWidget`. */
export interface RampHandle {
  /** The state of the purchase. */
  state: RampState
  /** The fields for a guest. */
  fields: RampFields
  /** The actions of a person. */
  actions: RampActions
  /** What a view shows besides. */
  view: RampView
}

/**
 * The ramp without a user interface: it makes, checks and watches sessions, listens to the frame, and calls the page's
 * callbacks. Only the server can report success.
 *
 * ```tsx
 * const { actions, view } = useRampWidget({ quoteCurrency: 'USD', baseCurrency: 'BTC', onCompleted })
 * const frame = view.getFrameProps()
 * return frame ? <iframe title="Buy bitcoin" {...frame} /> : <button onClick={() => actions.start()}>Buy</button>
 * ```
 */
export function useRampWidget(options: RampOptions): RampHandle {
  const { isFatal, usable } = useRampOptions(options)
  // Without a client nothing is requested.
  return useRampHandle(isFatal ? { ...usable, client: missingClient } : usable, createRampEngine)
}

/**
 * The hook with any engine, so that stories and tests can render it in each state.
 *
 * @param waiting the tab that the first click has opened, and what such tabs show
 */
export function useRampHandle(
  options: RampOptions,
  createEngine: (settings: RampSettings) => RampEngine,
  waiting?: Pick<RampSettings, 'tab' | 'waitingText'>,
): RampHandle {
  const client = useClient(options.client, 'useRampWidget')
  const { widgetEvents } = useLeydenContext()
  const settings = { ...options, ...waiting, client, queryClient: useLeydenQueryClient(), widgetEvents }
  const [engine] = useState(() => createEngine(settings))
  const state = useSyncExternalStore(engine.subscribe, engine.getState, engine.getState)
  useBrowserLayoutEffect(() => engine.update(settings))
  useEffect(() => engine.mount(), [engine])

  const fields = useRampFields({ state, options, entry: engine.entry(), client })
  const { startNewSession, requestFallbackLink, close } = engine
  return {
    state,
    fields,
    actions: {
      start: () => {
        const entry = entryOf(fields)
        if (state.status !== 'asking') engine.start()
        else if (entry) engine.start(entry)
      },
      startNewSession,
      requestFallbackLink,
      close,
    },
    view: {
      getFrameProps: () => {
        const attributes = engine.frameAttributes()
        return attributes && { ...attributes, ref: engine.setFrame }
      },
      getLinkProps: () => {
        const session = offeredSession(state)
        if (session?.widgetUrl === undefined) return null
        const { id, widgetUrl: href } = session
        // After the browser has followed the link, because it may not follow a link that is removed before.
        const onOpened = () => void setTimeout(() => engine.linkOpened(id))
        return { href, target: '_blank', rel: 'noopener noreferrer', onClick: onOpened, onAuxClick: onOpened }
      },
      canGoOn: options.order !== undefined || engine.openSession(settings) !== undefined,
      outage: useOutage(client),
      clockOffsetMs: client.clock.offsetMs,
      checkEnvironment: () => {
        const { rampOrigins = [], needs = defaultNeeds } = options
        return checkEnvironment({ origins: sessionOf(state)?.origins ?? rampOrigins, needs })
      },
    },
  }
}
