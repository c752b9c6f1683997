import type { ConsoleCode, LogCode } from '../foundation/message-codes.js'
import type { LeydenErrorCode } from './error-codes.js'

/**
 * The documentation: a folder of the repository, which has no address yet. `.github/publish.sh` puts the address of the
 * repository that publishes here.
 */
const DOCS = 'docs/'

/** The reference to a section of the documentation, such as `frameworks.md#hono`. */
export const documentation = (section: string): string => DOCS + section

/** The reference to the section of the documentation that explains an error, by its code. */
const errorReference = (code: LeydenErrorCode) => ` See ${documentation(`errors.md#${code.toLowerCase()}`)}`

/** The message of an error, with its reference at the end. */
export const withReference = (code: LeydenErrorCode, sentence: string): string =>
  sentence + errorReference(code)

/** The section of the documentation that explains a line of the console or log, by its code. */
export const messageReference = (code: ConsoleCode | LogCode): string =>
  documentation(`messages.md#${code.toLowerCase()}`)

/** The message of an error without its link, for replies: they contain the code as well. */
export const sentenceOf = (error: { code: LeydenErrorCode; message: string }): string =>
  error.message.replace(errorReference(error.code), '')
