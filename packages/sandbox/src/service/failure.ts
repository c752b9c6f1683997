import { failureMessage, own } from '../reply.js'
import { wait } from '../wait.js'

type Answer = () => Promise<Response> | Response
interface Tools {
  /** Aborted when the sandbox is closed. */
  closed: AbortSignal
  /** Aborted when the caller gives up. */
  signal: AbortSignal
}

/** A simulated failure of the service: an error, or a damaged or delayed reply. */
type Failure = (answer: Answer, tools: Tools) => Promise<Response> | Response

/** User names whose look-up and charge fail, at any domain. */
const FAILURES: Readonly<Record<string, Failure>> = {
  notfound: () => failureMessage(404, 'No Lightning Address was found for this identifier.'),
  badrequest: () => failureMessage(400, 'The identifier could not be resolved.'),
  ratelimited: () => failureMessage(429, 'Too many requests, slow down.', { 'retry-after': '2' }),
  unauthorized: () => failureMessage(401, 'The API key may not use this operation.'),
  down: () => failureMessage(503, 'The service is being maintained.'),
  broken: () => failureMessage(500, 'Internal server error.'),
  html() {
    const page = '<!doctype html><title>Welcome</title><p>Please accept the terms of this network.'
    return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } })
  },
  cut: async (answer, tools) => cutOff(await answer(), tools),
  slow: answerAfter(4000),
  // The longest time that a timer can wait: 24 days.
  hang: answerAfter(2 ** 31 - 1),
}

/** User names whose look-up succeeds but whose charge fails. */
const CHARGE_FAILURES: Readonly<Record<string, string>> = {
  chargedown: 'down',
  chargelimited: 'ratelimited',
  chargehang: 'hang',
}

/** Replies to a look-up by `answer`, or with the failure that the user name simulates. */
export async function lookUpReply(user: string, answer: Answer, tools: Tools): Promise<Response> {
  const failure = own(FAILURES, user)
  return failure ? failure(answer, tools) : answer()
}

/** Replies to a request for a charge, like {@link lookUpReply}. */
export function chargeReply(user: string, answer: Answer, tools: Tools): Promise<Response> {
  return lookUpReply(own(CHARGE_FAILURES, user) ?? user, answer, tools)
}

function answerAfter(ms: number): Failure {
  return async (answer, { closed, signal }) => {
    await wait(ms, closed, signal)
    return answer()
  }
}

/** Sends the first half of a reply, and then drops the connection. */
async function cutOff(whole: Response, { closed, signal }: Tools): Promise<Response> {
  const bytes = new Uint8Array(await whole.arrayBuffer())
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(bytes.slice(0, bytes.length >> 1))
      await wait(100, closed, signal)
      controller.error(new Error('The sandbox cut this reply off.'))
    },
  })
  return new Response(body, { status: whole.status, headers: whole.headers })
}
