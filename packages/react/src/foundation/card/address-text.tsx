import { Fragment, type ReactNode } from 'react'

/**
 * A text whose addresses break before their domain. It is an element of its own, and a new one for each text: a
 * translator replaces text nodes, and React cannot remove one that is gone, nor Preact change it.
 */
export function AddressText({ text }: { text: string }) {
  const pieces = text.split('@')
  const last = pieces.pop()
  // A translator gets no address with a word at most beside it, as in "to alice@wallet.example": "geld@" is no money.
  const isAddress = pieces.length > 0 && text.trim().split(/\s+/).length <= 2
  return (
    <span key={text} translate={isAddress ? 'no' : undefined}>
      {pieces.map((piece, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no state, and no other name.
        <Fragment key={at}>
          {`${piece}@`}
          <wbr />
        </Fragment>
      ))}
      {last}
    </span>
  )
}

/**
 * Content that stands beside something that comes and goes: a text gets an element of its own. For the name of a
 * control too, in which a `<wbr>` within an element would be read as a space.
 */
export const inElement = (content: ReactNode): ReactNode =>
  typeof content === 'string' ? <span key={content}>{content}</span> : content

/** The same for sentences, whose addresses may break. */
export const sentenceInElement = (content: ReactNode): ReactNode =>
  typeof content === 'string' ? <AddressText text={content} /> : content
