/**
 * The thin API core: the client, the error type and the wire contract. Everything else is a subpath, so that
 * a page loads only what it uses.
 */
export type { Client, ClientOptions, RequestOptions } from './client.js'
export { createClient } from './client.js'
export type { LeydenErrorOptions } from './error.js'
export { isLeydenError, LeydenError } from './error.js'
export type { LeydenErrorCode } from './error-codes.js'
export type { Log, LogFields } from './log.js'
export type { LogCode } from './message-codes.js'
export type { Transport } from './request.js'
export type { ServerClock } from './server-clock.js'
export type { SignedInUser } from './signed-in-user.js'
export type { UnixSeconds } from './unix-seconds.js'
export { unixSeconds } from './unix-seconds.js'
export type { WatchHandle, WatchOptions } from './watch.js'
export type * from './wire.js'
