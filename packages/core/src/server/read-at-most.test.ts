import { expect, it } from 'vitest'
import { readAtMost } from './read-at-most.js'

/** A stream of these chunks that records whether it was cancelled, and how many chunks were read. */
function streamOf(...chunks: number[][]) {
  const seen = { read: 0, isCancelled: false }
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks[seen.read++]
        if (chunk) controller.enqueue(Uint8Array.from(chunk))
        else controller.close()
      },
      cancel() {
        seen.isCancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { reader: stream.getReader(), seen }
}

it('joins the chunks in their order', async () => {
  expect(await readAtMost(streamOf([1, 2], [], [3]).reader, 10)).toEqual(Uint8Array.of(1, 2, 3))
  expect(await readAtMost(streamOf().reader, 0)).toEqual(new Uint8Array())
})

it('accepts exactly the largest size', async () => {
  expect(await readAtMost(streamOf([1, 2], [3]).reader, 3)).toEqual(Uint8Array.of(1, 2, 3))
})

it('cancels a stream that is too large, without reading the rest', async () => {
  const { reader, seen } = streamOf([1, 2], [3], [4])
  expect(await readAtMost(reader, 2)).toBeNull()
  expect(seen).toEqual({ read: 2, isCancelled: true })
})
