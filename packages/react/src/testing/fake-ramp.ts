import {
  type Client,
  LeydenError,
  type RampSession,
  type RampSessionRequest,
  type WatchState,
} from '@leyden/core'
import { createFakeWatch } from './fake-watch.js'

/** How the ramp sessions of a fake client are made. */
export interface FakeRampOptions {
  /** The origin of the widget URLs. @default 'https://ramp.example' */
  origin?: string | undefined
  /** The delay of each answer, in milliseconds. @default 0 */
  delayMs?: number | undefined
  /** How long a session lives, in seconds. @default 900 */
  lifeSeconds?: number | undefined
  /** The mode of its sessions. @default the client's */
  mode?: 'test' | 'live' | undefined
  /** Whether a request without an e-mail address is refused, as for a guest. */
  guests?: boolean | undefined
  /** Changes a session before it is returned, or throws the error of the BFF. */
  tamper?: ((session: RampSession, request: RampSessionRequest) => RampSession) | undefined
}

/** A ramp session that the fake client made. */
export interface FakeSession {
  /** The request of the page. */
  request: RampSessionRequest
  /** The answer. */
  reply: RampSession
}

type RampReport = Extract<WatchState, { kind: 'ramp' }>

/** What the server reports of a session; `kind` is filled in. */
export type FakeRampState = Omit<RampReport, 'kind' | 'at'> & {
  /** When the server learnt of it, ISO 8601. @default now */
  at?: string | undefined
}

export interface FakeRamp extends Pick<Client, 'createRampSession' | 'watch'> {
  /** Sessions that were requested, in order. */
  readonly sessions: readonly FakeSession[]
  /** Watches that are open now. */
  readonly watching: number
  /** How often an immediate status request was made. */
  readonly refreshed: number
  /** Tells the watches whether the BFF answers them. */
  setConnected(isConnected: boolean): void
  /** Whether a watch URL is one of its sessions'. */
  owns(watchUrl: string): boolean
  /** Sets the state of a session, which its watches report. @default the latest session */
  setSessionState(state: FakeRampState, session?: FakeSession): void
}

/** The ramp half of the fake client. */
export function createFakeRamp(options: FakeRampOptions = {}): FakeRamp {
  const { origin = 'https://ramp.example', delayMs = 0, lifeSeconds = 900, mode = 'test' } = options
  const sessions: FakeSession[] = []
  const { watch, sendState, watching, refreshed, setConnected } = createFakeWatch()

  return {
    sessions,
    get watching() {
      return watching()
    },
    get refreshed() {
      return refreshed()
    },
    setConnected,
    owns: (watchUrl) => watchUrl.startsWith('v0/watch/ramp-'),

    async createRampSession(request, { signal } = {}) {
      await new Promise((resolve) => setTimeout(resolve, delayMs))
      if (signal?.aborted) throw new LeydenError('ABORTED', 'The request was cancelled.')
      if (options.guests && request.order === undefined && request.email === undefined)
        throw new LeydenError('INVALID_EMAIL', 'A guest has to give an e-mail address.', { field: 'email' })
      const number = sessions.length + 1
      const reply: RampSession = {
        session_token: `token-${number}`,
        widget_url: `${origin}/?session=token-${number}`,
        session_id: `ses_${number}`,
        expires_at: new Date(Date.now() + lifeSeconds * 1_000).toISOString(),
        watch_url: `v0/watch/ramp-${number}`,
        ramp_origins: [origin],
        mode,
      }
      sessions.push({ request, reply })
      return options.tamper ? options.tamper(reply, request) : reply
    },

    watch,

    setSessionState(state, session = sessions.at(-1)) {
      if (!session) throw new Error('No session has been requested yet.')
      sendState(session.reply.watch_url ?? '', {
        kind: 'ramp',
        ...state,
        at: state.at ?? new Date().toISOString(),
      })
    },
  }
}
