/** Asks the shop's own server, or posts to it. @throws Error with the server's message. */
export async function askShop<T>(path: string, body?: object): Promise<T> {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(path, body && post)
  const reply = (await response.json()) as T & { error?: string }
  if (!response.ok) throw new Error(reply.error ?? `${path} answered ${response.status}.`)
  return reply
}
