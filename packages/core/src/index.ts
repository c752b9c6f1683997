/**
 * The thin API core: the client, the error type and the wire contract. Everything else is a subpath, so that
 * a page loads only what it uses.
 */
export type { Client, ClientOptions, RequestOptions } from './client/client.js'
export { createClient } from './client/client.js'
export type { LeydenErrorOptions } from './client/error.js'
export { isLeydenError, LeydenError } from './client/error.js'
export type { LeydenErrorCode } from './client/error-codes.js'
export type { Transport } from './client/request.js'
export type { ServerClock } from './client/server-clock.js'
export type { SignedInUser } from './client/signed-in-user.js'
export type { UnixSeconds } from './client/unix-seconds.js'
export { unixSeconds } from './client/unix-seconds.js'
export type { WatchHandle, WatchOptions } from './client/watch.js'
export type * from './client/wire.js'
export type { LogCode } from './foundation/message-codes.js'
export type { Log, LogFields } from './server/log.js'
