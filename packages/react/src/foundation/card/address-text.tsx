import { Fragment } from 'react'

/** A text whose addresses break before their domain. */
export function AddressText({ text }: { text: string }) {
  const pieces = text.split('@')
  const last = pieces.pop()
  return (
    <>
      {pieces.map((piece, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no state, and no other name.
        <Fragment key={at}>
          {`${piece}@`}
          <wbr />
        </Fragment>
      ))}
      {last}
    </>
  )
}
