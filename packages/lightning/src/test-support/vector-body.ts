type Part = string | { repeat: string; count: number }

/** The body of a vector: plain, or in parts, so that a small file can describe megabytes. */
export function repeatedBody(body: string | readonly unknown[]): string {
  if (typeof body === 'string') return body
  return (body as readonly Part[])
    .map((part) => (typeof part === 'string' ? part : part.repeat.repeat(part.count)))
    .join('')
}
