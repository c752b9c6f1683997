import { isLocalPage } from '@leyden/core/internal'
import { type Check, type Checks, ok, problem, unknown } from './check.js'

const START = 'Start it: "npm run dev", or "npm start" after a build.'
/** The timeout in milliseconds: long, because a development server compiles the route at the first request. */
export const TIMEOUT_MS = 60_000

/**
 * Checks the running BFF: whether it answers, whether it is the one that pages reach, and whether it allows the page's
 * origin.
 */
export async function checkBff(
  publicUrl: string | undefined,
  page: string | undefined,
  ask: Ask,
  timeoutMs: number,
): Promise<Checks> {
  if (publicUrl === undefined || !URL.canParse(publicUrl)) {
    const fix = 'Set it in .env, such as LEYDEN_PUBLIC_URL=http://localhost:5173/api/leyden'
    return { bff: problem('LEYDEN_PUBLIC_URL is missing or no address.', fix) }
  }
  const health = await ask('/healthz')
  const bff = await checkUp(publicUrl, health, timeoutMs)
  const noAnswer = unknown('The BFF does not answer.')
  if (bff.status === 'problem' || typeof health === 'string')
    return { bff, publicUrl: noAnswer, origin: noAnswer }
  return {
    bff,
    publicUrl: checkPublicUrl(publicUrl, health),
    origin: await checkOrigin(publicUrl, new URL(page ?? publicUrl).origin, ask),
  }
}

async function checkUp(publicUrl: string, reply: Reply, timeoutMs: number): Promise<Check> {
  if (reply === 'late')
    return problem(
      `A server listens at ${publicUrl}, and has not answered within ${timeoutMs / 1_000} seconds.`,
      'It runs, so do not start it again. Wait until it has compiled or has less to do, and repeat this.',
    )
  if (reply === 'none') return problem(`Nothing listens at ${publicUrl}.`, START)
  if (reply.ok && (await reply.text()).trim() === 'ok') return ok(`The BFF answers at ${publicUrl}.`)
  return problem(
    `Something else than the BFF answers at ${publicUrl} (status ${reply.status}).`,
    // A proxy answers like this if no server is behind it.
    reply.status >= 500
      ? START
      : 'Pass on what begins with /api/leyden to the BFF (server.proxy in Vite, app/api/leyden/[...path]/route in Next.js), or set LEYDEN_PUBLIC_URL to where it is.',
  )
}

/** The publicUrl that the BFF reports, which it uses for origin checks and webhook URLs. */
function checkPublicUrl(publicUrl: string, { headers }: Response): Check {
  const reportedUrl = headers.get('x-leyden-public-url')
  if (reportedUrl !== publicUrl.replace(/\/+$/, ''))
    return problem(
      `The BFF was started with the publicUrl ${reportedUrl}, and is reached at ${publicUrl}.`,
      `Set LEYDEN_PUBLIC_URL=${publicUrl} where the BFF runs, and start it again.`,
    )
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'http:' && !isLocalPage(hostname))
    return problem(`${publicUrl} is not encrypted.`, 'Serve the shop over https.')
  return ok(`publicUrl is ${publicUrl}.`)
}

async function checkOrigin(publicUrl: string, origin: string, ask: Ask): Promise<Check> {
  const headers = {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'x-leyden',
  }
  const reply = await ask('/v0/ln-address/fetch-charge', { method: 'OPTIONS', headers })
  if (typeof reply === 'string') return unknown(NO_FURTHER_ANSWER)
  if (reply.headers.get('access-control-allow-origin') === origin)
    return ok(`Pages of ${origin} may use the BFF.`)
  return problem(
    `The BFF refuses pages of ${origin}.`,
    `Add allowedOrigins: ['${origin}'] to createBff, or open the page at ${new URL(publicUrl).origin}.`,
  )
}

/** `late`: the server has accepted the connection. `none`: nothing listens there, or the connection broke. */
type Reply = Response | 'late' | 'none'
/** Sends a request to a path of the running BFF. */
export type Ask = (path: string, init?: RequestInit) => Promise<Reply>

const NO_FURTHER_ANSWER = 'The BFF answered once, and then not in time: repeat this.'

export function askBff(publicUrl: string | undefined, timeoutMs: number): Ask {
  return (path, init = {}) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const asking = fetch(`${publicUrl}${path}`, { ...init, redirect: 'manual', signal })
    return asking.catch(() => (signal.aborted ? 'late' : 'none'))
  }
}
