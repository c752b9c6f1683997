import { tryOrUndefined } from './try-or-undefined.js'

/** A URL as the platform parses it, which also normalises other spellings of a host; undefined for any other text. */
export const parseUrl = (text: string): URL | undefined => tryOrUndefined(() => new URL(text))
