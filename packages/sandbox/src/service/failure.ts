import { failureMessage } from '../reply.js'
import type { Timers } from '../timers.js'

/** User names whose look-up, and so also whose charge, fails, at any domain. */
const FAILURES = [
  'notfound',
  'badrequest',
  'ratelimited',
  'unauthorized',
  'down',
  'broken',
  'html',
  'cut',
  'slow',
  'hang',
] as const

/** A way in which the service fails. */
export type Failure = (typeof FAILURES)[number]

/** User names whose look-up succeeds and whose charge fails. */
const CHARGE_FAILURES: ReadonlyMap<string, Failure> = new Map([
  ['chargedown', 'down'],
  ['chargelimited', 'ratelimited'],
  ['chargehang', 'hang'],
])

export function lookUpFailureOf(user: string): Failure | null {
  return FAILURES.find((failure) => failure === user) ?? null
}

export function chargeFailureOf(user: string): Failure | null {
  return lookUpFailureOf(user) ?? CHARGE_FAILURES.get(user) ?? null
}

/** Replies by `answer`, or with a failure, which may be a damaged or delayed reply. */
export async function replyWith(
  failure: Failure | null,
  answer: () => Promise<Response> | Response,
  tools: { timers: Timers; signal: AbortSignal },
): Promise<Response> {
  switch (failure) {
    case null:
      return answer()
    case 'notfound':
      return failureMessage(404, 'No Lightning Address was found for this identifier.')
    case 'badrequest':
      return failureMessage(400, 'The identifier could not be resolved.')
    case 'ratelimited':
      return failureMessage(429, 'Too many requests, slow down.', { 'retry-after': '2' })
    case 'unauthorized':
      return failureMessage(401, 'The API key may not use this operation.')
    case 'down':
      return failureMessage(503, 'The service is being maintained.')
    case 'broken':
      return failureMessage(500, 'Internal server error.')
    case 'html':
      return new Response(
        '<!doctype html><title>Welcome</title><p>Please accept the terms of this network.',
        {
          headers: { 'content-type': 'text/html; charset=utf-8' },
        },
      )
    case 'cut':
      return cutOff(await answer(), tools)
    case 'slow':
      await tools.timers.wait(4000, tools.signal)
      return answer()
    case 'hang':
      return tools.timers.forever(tools.signal)
  }
  return failure satisfies never
}

/** Sends the first half of a reply, and then drops the connection. */
async function cutOff(whole: Response, tools: { timers: Timers; signal: AbortSignal }): Promise<Response> {
  const bytes = new Uint8Array(await whole.arrayBuffer())
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(bytes.slice(0, bytes.length >> 1))
      await tools.timers.wait(100, tools.signal)
      controller.error(new Error('The sandbox cut this reply off.'))
    },
  })
  return new Response(body, { status: whole.status, headers: whole.headers })
}
