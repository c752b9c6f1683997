import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

/** The folder of a package as an import from another folder finds it, with links resolved; undefined if it finds none. */
export function packageFolder(name: string, from: string): string | undefined {
  const places = createRequire(join(from, 'package.json')).resolve.paths(name) ?? []
  const folder = places
    // Imports, unlike `require`, ignore NODE_PATH.
    .filter((place) => resolve(from).startsWith(dirname(place)))
    .map((place) => join(place, name))
    .find((each) => existsSync(join(each, 'package.json')))
  return folder && realpathSync(folder)
}
