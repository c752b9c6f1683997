import { isLeydenError, LeydenError } from '@leyden/core'
import { isSignedText } from '../options/option-rule.js'
import { WRONG_OPTION } from './error-kind.js'

/** The error for an option that the page has to change. */
export function wrongOption(field: string, message: string, cause?: unknown): LeydenError {
  return new LeydenError('BAD_REQUEST', message, { field, reason: WRONG_OPTION, cause })
}

/**
 * Calls a function option of the page, which asks the page's own server.
 *
 * @throws LeydenError `SERVICE_UNAVAILABLE` if it fails, most likely because the shop's server does
 */
export async function callPageFunction<Value>(option: string, call: () => Promise<Value>): Promise<Value> {
  try {
    return await call()
  } catch (cause) {
    if (isLeydenError(cause)) throw cause
    const message = `The ${option} function of the page failed, so there is nothing to go on with.`
    const error = new LeydenError('SERVICE_UNAVAILABLE', message, { field: option, cause })
    console.warn(`Leyden: ${error.message}`, cause)
    throw error
  }
}

/**
 * Calls a function option of the page that fetches what a server has signed.
 *
 * @throws LeydenError `SERVICE_UNAVAILABLE` if it fails, `BAD_REQUEST` if it returns anything but a signed text
 */
export async function callForSignedText(
  option: 'intent' | 'order',
  call: () => Promise<unknown>,
): Promise<string> {
  const text = await callPageFunction(option, call)
  if (isSignedText(text)) return text
  throw wrongOption(
    option,
    `The ${option} function of the page must return the text that your server signed, and returned ${kindOf(text)}. Return the text alone.`,
  )
}

/** What a value is, without its content, which may be a secret. */
function kindOf(value: unknown): string {
  if (value === '') return 'an empty text'
  if (typeof value === 'string') return 'another text, such as a whole reply in JSON or HTML'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
