/** Code that the packages of Leyden share. Internal: it may change in any version. */
export { isLoopback } from './base-url.js'
export { rampSessionOf } from './client.js'
export { withDeadline } from './deadline.js'
export { isEmail } from './email.js'
export { fieldsOf, isRecord, type Json, parseJson } from './json.js'
export { parseUrl } from './parse-url.js'
export { refuse } from './refuse.js'
export { isRightToLeft } from './right-to-left.js'
