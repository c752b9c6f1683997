/** The writing end of a stream, which the host provides. */
export interface StreamSink {
  /** @returns whether the buffer has room for more; if not, the host calls `resume` as soon as it has. */
  write(text: string): boolean
  /** @param isBroken whether the stream ends with an error, so that the client notices that it is incomplete. */
  end(isBroken: boolean): void
}

/** A body that is written event by event. The host starts it at most once. */
export interface EventStream {
  start(sink: StreamSink): void
  /** The buffer has room again. */
  resume(): void
  /** Called by the host every `BEAT_MS`, so that one timer can serve thousands of streams. */
  beat(): void
  /** The client has disconnected; nothing more is written. */
  leave(): void
}

export const BEAT_MS = 500

export function isStream(body: object | string | null): body is EventStream {
  return typeof body === 'object' && body !== null && 'beat' in body
}

/** The stream as the body of a `Response`. It ends when the request's signal is aborted. */
export function streamBody(stream: EventStream, signal: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let timer: ReturnType<typeof setInterval> | undefined
  let stop = () => {}
  return new ReadableStream<Uint8Array>({
    start(controller) {
      stop = () => {
        clearInterval(timer)
        signal.removeEventListener('abort', abort)
        stream.leave()
      }
      const abort = () => {
        stop()
        controller.close()
      }
      signal.addEventListener('abort', abort)
      if (signal.aborted) return abort()
      timer = setInterval(() => stream.beat(), BEAT_MS)
      stream.start({
        write(text) {
          controller.enqueue(encoder.encode(text))
          return (controller.desiredSize ?? 0) > 0
        },
        end(isBroken) {
          stop()
          if (isBroken) controller.error(new Error('The stream ended early.'))
          else controller.close()
        },
      })
    },
    pull: () => stream.resume(),
    cancel: () => stop(),
  })
}
