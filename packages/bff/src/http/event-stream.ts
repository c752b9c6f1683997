/** Where a host sends the text of a stream. */
export interface StreamSink {
  /** @returns whether there is room for more; if not, the host calls `resume` as soon as there is. */
  write(text: string): boolean
  /** @param isBroken whether the client has to notice that the stream did not end by itself. */
  end(isBroken: boolean): void
}

/** A body that is written event by event. The host starts it once, or leaves it. */
export interface EventStream {
  start(sink: StreamSink): void
  /** There is room again. */
  resume(): void
  /** Called by the host every `BEAT_MS`, so that one timer can serve thousands of streams. */
  beat(): void
  /** The client has gone; nothing more is written. */
  leave(): void
}

export const BEAT_MS = 500

export function isStream(body: object | string | null): body is EventStream {
  return typeof body === 'object' && body !== null && 'beat' in body
}

/** The body of a `Response`. It ends when the signal of its request does. */
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
          if (isBroken) controller.error(new Error('The stream broke.'))
          else controller.close()
        },
      })
    },
    pull: () => stream.resume(),
    cancel: () => stop(),
  })
}
