/**
 * The part of a request that the BFF reads. A `Request` has this form too; but creating one for a request of Node takes
 * more time than the whole reply.
 */
export interface HttpRequest {
  readonly method: string
  readonly url: string
  /** Header names are in lower case. */
  readonly headers: { get(name: string): string | null }
  readonly body?: ReadableStream<Uint8Array> | null | undefined
  /** Replaces `body`: reads its bytes; null, without reading the rest, if there are more than `maxBytes`. */
  readBody?(maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null>
  /** Creates a `Request` from it, without its body. */
  asRequest?(): Request
}

/** Facts about a request that only the host knows. */
export interface RequestInfo {
  /** The IP address of the connection's peer, which may be a proxy. */
  ip?: string | undefined
  /**
   * The routes that this request may use: `public` excludes `/admin/…`, `admin` excludes all others, and adds the
   * pages of an extension for operators. For a second port that only operators can reach.
   *
   * @default 'all'
   */
  routes?: 'all' | 'public' | 'admin' | undefined
  /**
   * The path below which the host serves the routes, without a slash at its end, if it differs from the one of
   * `publicUrl`: `''` on a port of its own.
   *
   * @default the path of `publicUrl`
   */
  prefix?: string | undefined
}

/** The `Request` for functions of the shop. Its body has been read already. */
export function toRequest(request: HttpRequest): Request {
  return request.asRequest?.() ?? (request as Request)
}
