import type { IncomingMessage } from 'node:http'

const MAX_INVOICE = 4_096

/** Pays the invoice in a request's body from the sandbox's wallet; null where it would not. */
export async function payFromSandbox(sandboxUrl: string, request: IncomingMessage): Promise<string | null> {
  let invoice = ''
  for await (const chunk of request) {
    invoice += String(chunk)
    if (invoice.length > MAX_INVOICE) return null
  }
  const response = await fetch(`${sandboxUrl}/sandbox/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ invoice }),
  })
  const { data } = (await response.json()) as { data?: { preimage: string } }
  return data ? JSON.stringify({ preimage: data.preimage }) : null
}
