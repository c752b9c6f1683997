import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PUBLISHED } from '../../../scripts/published.mjs'

/** The repository's root folder. */
export const root = join(import.meta.dirname, '../../..')

/** The folder with a tarball of each package, as it would be published. */
export const packed = PUBLISHED.tarballs

const nameOf = (file: string) =>
  file.replace(/^leyden-([a-z-]+)-\d.*$/, '@leyden/$1').replace(/^(create-leyden)-.*$/, '$1')

/** The paths of the tarballs by package name. */
export const packedTarballs = (): Record<string, string> =>
  Object.fromEntries(readdirSync(packed).map((file) => [nameOf(file), join(packed, file)]))
