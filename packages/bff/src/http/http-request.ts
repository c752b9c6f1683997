/** What the BFF reads of a request. A `Request` is one; making a `Request` of Node's own costs more time than a reply. */
export interface HttpRequest {
  readonly method: string
  readonly url: string
  /** By names in lower case. */
  readonly headers: { get(name: string): string | null }
  readonly body?: ReadableStream<Uint8Array> | null
  /** In place of `body`: its bytes, or null where there are more than `maxBytes`: the rest is not read. */
  readBody?(maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null>
  /** Makes a `Request` of it, without its body. */
  asRequest?(): Request
}

/** A `Request`, for functions of the shop. Its body has been read. */
export function toRequest(request: HttpRequest): Request {
  return request.asRequest?.() ?? (request as Request)
}
