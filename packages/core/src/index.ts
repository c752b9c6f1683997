export type { LeydenErrorCode, LeydenErrorOptions } from './error.js'
export { isLeydenError, LeydenError } from './error.js'
export type * from './wire.js'
