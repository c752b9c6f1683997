import { failureMessage } from '../reply.js'
import type { Waiting } from '../waiting.js'

/** User names whose look-up (and so also whose charge) goes wrong, at any domain. */
const TROUBLES = [
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

/** A way in which the service fails to answer as it should. */
export type Trouble = (typeof TROUBLES)[number]

/** User names whose look-up is fine and whose charge fails. */
const CHARGE_TROUBLES: Record<string, Trouble> = {
  chargedown: 'down',
  chargelimited: 'ratelimited',
  chargehang: 'hang',
}

export function troubleOfLookUp(user: string): Trouble | null {
  return TROUBLES.find((trouble) => trouble === user) ?? null
}

export function troubleOfCharge(user: string): Trouble | null {
  return (
    troubleOfLookUp(user) ?? (Object.hasOwn(CHARGE_TROUBLES, user) ? (CHARGE_TROUBLES[user] ?? null) : null)
  )
}

/** Answers badly; `answer` makes the proper reply for those troubles that spoil or delay one. */
export async function answerBadly(
  trouble: Trouble,
  answer: () => Promise<Response> | Response,
  tools: { waiting: Waiting; signal: AbortSignal },
): Promise<Response> {
  switch (trouble) {
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
      await tools.waiting.wait(4000, tools.signal)
      return answer()
    case 'hang':
      return tools.waiting.forever(tools.signal)
  }
  return trouble satisfies never
}

/** The first half of a reply; when that has had time to arrive, the connection is lost. */
async function cutOff(whole: Response, tools: { waiting: Waiting; signal: AbortSignal }): Promise<Response> {
  const bytes = new Uint8Array(await whole.arrayBuffer())
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(bytes.slice(0, bytes.length >> 1))
      await tools.waiting.wait(100, tools.signal)
      controller.error(new Error('The sandbox cut this reply off.'))
    },
  })
  return new Response(body, { status: whole.status, headers: whole.headers })
}
