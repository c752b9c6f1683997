/** Posts to the shop's own server; an answer that is no success is thrown with the server's words. */
export async function postJson<T>(path: string, body: object): Promise<T> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const reply = (await response.json()) as T & { error?: string }
  if (!response.ok) throw new Error(reply.error ?? `The shop's server answered ${response.status}.`)
  return reply
}
