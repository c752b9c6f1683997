import { validateRoute } from '../address/validate-route.js'
import { drainRoute, eraseRoute, intentsRoute, releaseRoute, settleRoute } from '../admin/admin-routes.js'
import { fetchChargeRoute } from '../charge/fetch-charge-route.js'
import type { Context, Exchange } from '../context.js'
import { embedRoute } from '../embed/embed-route.js'
import { readIntentRoute } from '../intent/read-intent-route.js'
import { rampSessionRoute } from '../ramp/ramp-session-route.js'
import { webhookRoute } from '../ramp/webhook-route.js'
import { proofRoute, watchRoute } from '../watch/watch-route.js'
import { openApi } from './openapi.js'

export interface Route {
  /** Below the BFF's prefix; its one group is the variable part. */
  path: RegExp
  methods: readonly ('GET' | 'HEAD' | 'POST')[]
  /**
   * Who may call: `page` is a browser, held to the allowed origins and the header that forces a preflight; `server`
   * is anybody who has the secret that the route asks for.
   */
  caller: 'page' | 'server'
  /** Whether pages of no origin may be let in. */
  open: boolean
  /** What logs say instead of the path, which may hold a token. */
  name: string
  handle(context: Context, exchange: Exchange): Promise<Response>
}

export const ROUTES: readonly Route[] = [
  {
    name: 'validate',
    path: /^\/v0\/ln-address\/validate\/([^/]{1,600})$/,
    methods: ['GET'],
    caller: 'page',
    open: true,
    handle: validateRoute,
  },
  {
    name: 'fetch-charge',
    path: /^\/v0\/ln-address\/fetch-charge$/,
    methods: ['POST'],
    caller: 'page',
    open: true,
    handle: fetchChargeRoute,
  },
  {
    name: 'intent',
    path: /^\/v0\/intent$/,
    methods: ['POST'],
    caller: 'page',
    open: true,
    handle: readIntentRoute,
  },
  {
    name: 'ramp-widget',
    path: /^\/api\/v1\/ramp-widget$/,
    methods: ['POST'],
    caller: 'page',
    open: false,
    handle: rampSessionRoute,
  },
  {
    name: 'watch',
    path: /^\/v0\/watch\/([^/]{1,200})$/,
    methods: ['GET'],
    caller: 'page',
    open: true,
    handle: watchRoute,
  },
  {
    name: 'proof',
    path: /^\/v0\/watch\/([^/]{1,200})\/proof$/,
    methods: ['POST'],
    caller: 'page',
    open: true,
    handle: proofRoute,
  },
  {
    name: 'webhook',
    path: /^\/webhooks\/ramp\/([^/]{1,200})$/,
    methods: ['POST', 'GET', 'HEAD'],
    caller: 'server',
    open: false,
    handle: webhookRoute,
  },
  {
    name: 'settle',
    path: /^\/admin\/settle$/,
    methods: ['POST'],
    caller: 'server',
    open: false,
    handle: settleRoute,
  },
  {
    name: 'intents',
    path: /^\/admin\/intents$/,
    methods: ['POST'],
    caller: 'server',
    open: false,
    handle: intentsRoute,
  },
  {
    name: 'drain',
    path: /^\/admin\/drain$/,
    methods: ['POST'],
    caller: 'server',
    open: false,
    handle: drainRoute,
  },
  {
    name: 'erase',
    path: /^\/admin\/erase$/,
    methods: ['POST'],
    caller: 'server',
    open: false,
    handle: eraseRoute,
  },
  {
    name: 'release',
    path: /^\/admin\/events\/([^/]{1,200})\/release$/,
    methods: ['POST'],
    caller: 'server',
    open: false,
    handle: releaseRoute,
  },
  {
    name: 'embed',
    path: /^\/embed\/([^/]{1,40}\/[^/]{1,80})$/,
    methods: ['GET', 'HEAD'],
    caller: 'server',
    open: false,
    handle: embedRoute,
  },
  {
    name: 'healthz',
    path: /^\/healthz$/,
    methods: ['GET', 'HEAD'],
    caller: 'server',
    open: false,
    handle: async () => new Response('ok\n', { headers: { 'content-type': 'text/plain' } }),
  },
  {
    name: 'openapi',
    path: /^\/openapi\.json$/,
    methods: ['GET'],
    caller: 'server',
    open: false,
    handle: async ({ publicUrl }) => Response.json(openApi(publicUrl)),
  },
]
