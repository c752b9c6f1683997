import { badResponse } from './reply.js'

/** The absolute form of a `watch_url`, which is relative to its BFF and may not lead elsewhere. */
export function resolveWatchUrl(baseUrl: string, watchUrl: string): string {
  if (!/^[\w~-]+(\/(?!\.)[\w.~-]+)*$/.test(watchUrl)) throw badResponse('watch_url')
  return `${baseUrl}/${watchUrl}`
}
