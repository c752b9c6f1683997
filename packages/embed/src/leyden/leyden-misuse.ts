/** A mistake in the code of the page. What a person does never throws. */
export class LeydenMisuse extends TypeError {
  override readonly name = 'LeydenMisuse'
  readonly code = 'BAD_REQUEST'
}
