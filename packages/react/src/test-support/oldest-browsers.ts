/**
 * Removes APIs that not all of the oldest supported browsers (Safari 16.4, Chrome 111, Firefox 115) have, so that a
 * component that uses them fails here and not for a person who has paid.
 */
const newerApis: readonly (readonly [owner: object, names: readonly string[]])[] = [
  [globalThis, ['Iterator', 'requestIdleCallback', 'scheduler', 'navigation', 'CloseWatcher']],
  [URL, ['canParse', 'parse']],
  [Promise, ['withResolvers', 'try']],
  [AbortSignal, ['any']],
  [Object, ['groupBy']],
  [Map, ['groupBy']],
  [Array, ['fromAsync']],
  [RegExp, ['escape']],
  [Error, ['isError']],
  [Intl, ['Segmenter', 'DurationFormat']],
  [Uint8Array, ['fromBase64', 'fromHex']],
  [Uint8Array.prototype, ['toBase64', 'toHex']],
  [
    Set.prototype,
    [
      'union',
      'intersection',
      'difference',
      'symmetricDifference',
      'isSubsetOf',
      'isSupersetOf',
      'isDisjointFrom',
    ],
  ],
  [String.prototype, ['isWellFormed', 'toWellFormed']],
  [ArrayBuffer.prototype, ['transfer', 'transferToFixedLength']],
  [
    Object.getPrototypeOf(Object.getPrototypeOf([].values())),
    ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'],
  ],
  [ReadableStream.prototype, ['values']],
  [Response.prototype, ['bytes']],
  [Element.prototype, ['checkVisibility', 'moveBefore', 'setHTMLUnsafe', 'getHTML']],
  [HTMLElement.prototype, ['showPopover', 'hidePopover', 'togglePopover']],
  [HTMLDialogElement.prototype, ['requestClose']],
  [Document.prototype, ['startViewTransition']],
  // Pages over plain http do not have it, for example on a phone that opens a dev server.
  [Crypto.prototype, ['randomUUID']],
]

for (const [owner, names] of newerApis) for (const name of names) Reflect.deleteProperty(owner, name)
Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator)
