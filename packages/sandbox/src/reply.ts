import { isRecord, type Json } from '@leyden/core/internal'

const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

/** The success envelope of every operation. */
export function success(data: object): Response {
  return json(200, { success: true, data })
}

/** An error in the form of the pay operations. */
export function failureMessage(status: number, message: string, headers?: Record<string, string>): Response {
  return json(status, { success: false, message }, headers)
}

/** An error in the form of the ramp operation and the wallet. */
export function failureCode(
  status: number,
  code: string,
  message: string,
  headers?: Record<string, string>,
): Response {
  return json(status, { success: false, error: { code, message } }, headers)
}

/** Reads a request's body as a JSON object; null if it is anything else. */
export async function readJsonObject(request: Request): Promise<Json | null> {
  const body: unknown = await request.json().catch(() => null)
  return isRecord(body) ? body : null
}

/** Reads an own property of a record, because names come from requests and may be `constructor`. */
export function own<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

function json(status: number, body: object, headers?: Record<string, string>): Response {
  return new Response(JSON.stringify(body), { status, headers: { ...HEADERS, ...headers } })
}
