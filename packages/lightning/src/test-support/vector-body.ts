type Part = string | { repeat: string; count: number }

/** The body of a vector: plain, or spelt in parts so that megabytes fit into a small file. */
export function repeatedBody(body: string | readonly unknown[]): string {
  if (typeof body === 'string') return body
  return (body as readonly Part[])
    .map((part) => (typeof part === 'string' ? part : part.repeat.repeat(part.count)))
    .join('')
}
