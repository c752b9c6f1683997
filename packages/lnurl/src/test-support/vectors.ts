import { readFileSync } from 'node:fs'

type Part = string | { repeat: string; count: number }

export interface LookUpVector {
  id: string
  requestedAddress: string
  httpStatus: number
  contentType: string
  /** The raw body, with its repeated parts expanded. */
  body: string
  expect: { ok: boolean; code?: string; value?: Record<string, unknown> }
}

export interface RedirectVector {
  id: string
  requestUrl: string
  chain: { status: number; location?: string }[]
  expect: string
}

export interface CallbackVector {
  id: string
  request: {
    amountMsat: string
    network: string
    metadata: string
    callback: string
    now: number
    payerData?: string | undefined
  }
  body: string
  expect: {
    ok: boolean
    code?: string | undefined
    warnings?: string[] | undefined
    value?: {
      pr: string
      paymentHash: string
      expiresAt: number
      verify: string | null
      successAction: unknown
    }
  }
}

function read(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`../../../lightning/src/vectors/${name}`, import.meta.url), 'utf8'))
}

const lookUps = read('lnurlp-responses.json')
const callbacks = read('lnurl-callback-cases.json')

export const redirectVectors = lookUps.redirects as RedirectVector[]
export const callbackVectors = callbacks.cases as CallbackVector[]
export const lookUpVectors = (lookUps.cases as (LookUpVector & { body: string | Part[] })[]).map(
  (vector): LookUpVector => ({
    ...vector,
    body: typeof vector.body === 'string' ? vector.body : (vector.body as Part[]).map(write).join(''),
  }),
)

function write(part: Part): string {
  return typeof part === 'string' ? part : part.repeat.repeat(part.count)
}
