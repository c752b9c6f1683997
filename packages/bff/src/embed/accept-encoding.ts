/** The smallest encoding that a client accepts (`Accept-Encoding`, RFC 9110, 12.5.3); undefined for the plain file. */
export function codingFor(accepts: string): 'br' | 'gzip' | undefined {
  const weights = new Map<string, number>()
  for (const part of accepts.toLowerCase().split(',')) {
    const [coding = '', weight] = part.split(';').map((piece) => piece.trim())
    weights.set(coding, weight === undefined ? 1 : Number(/^q=([\d.]+)$/.exec(weight)?.[1] ?? 0))
  }
  const codings = ['br', 'gzip'] as const
  return codings.find((coding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0)
}
