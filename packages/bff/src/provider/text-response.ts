/**
 * A response whose body has been read, with the methods `text()` and `json()` only. Creating an ordinary one with a
 * stream takes more time than all other work on a reply.
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
