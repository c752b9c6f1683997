/** For the developer who called something wrongly; a person's doings never throw. */
export class LeydenMisuse extends TypeError {
  override readonly name = 'LeydenMisuse'
  readonly code = 'BAD_REQUEST'
}

export function assertKind(kind: unknown): asserts kind is 'pay' | 'ramp' {
  if (kind !== 'pay' && kind !== 'ramp')
    throw new LeydenMisuse(`Leyden knows 'pay' and 'ramp', and was asked for ${JSON.stringify(kind)}.`)
}
