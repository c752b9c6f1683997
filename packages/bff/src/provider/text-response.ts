/**
 * A response whose body has been read, of which only `text()` and `json()` are there. The stream of an ordinary one
 * costs more time than all else that is done to a reply.
 */
export class TextResponse extends Response {
  readonly #text: string

  constructor(text: string, init: ResponseInit) {
    super(null, init)
    this.#text = text
  }

  override async text(): Promise<string> {
    return this.#text
  }

  override async json(): Promise<unknown> {
    return JSON.parse(this.#text)
  }
}
