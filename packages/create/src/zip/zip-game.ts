import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { zipSync } from 'fflate'
import { filesIn } from '../files-in.js'
import { UserError } from '../user-error.js'
import { type BuildFile, checkBuild } from './check-build.js'

/** Options of {@link zipGame}. */
export interface ZipOptions {
  /** The folder of the web build. */
  folder: string
  /** The path of the zip. @default `<folder>.zip` */
  out?: string | undefined
  /** Prints a line for the person. */
  print(text: string): void
}

/** The oldest time that a zip can hold, so that the same build makes the same zip. */
const MTIME = new Date(1980, 0, 1)

/** Checks a game's web build and packs it for itch.io; resolves to the exit code. A build with problems is not packed. */
export function zipGame({ folder, out, print }: ZipOptions): number {
  const root = resolve(folder)
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) throw new UserError(`${root} is no folder.`)
  const target = resolve(out ?? `${root}.zip`)
  if (target.startsWith(root + sep)) throw new UserError('--out is inside of the folder that is packed.')

  const files = readBuild(root)
  const problems = checkBuild(files, (path) => readFileSync(join(root, path), 'utf8'))
  if (problems.length > 0) {
    print(`${problems.map((problem) => `✗ ${problem}`).join('\n')}\nNothing was packed.`)
    return 1
  }
  const contents = files.map(({ path }) => [path, readFileSync(join(root, path))])
  writeFileSync(target, zipSync(Object.fromEntries(contents), { level: 9, mtime: MTIME }))
  print(
    `${target}: ${files.length} files, ${(statSync(target).size / 1e6).toFixed(1)} MB. Upload it as “HTML”, to be played in the browser.\n` +
      'The game’s frame is of another origin: when your BFF’s log refuses it, add that origin to allowedOrigins.',
  )
  return 0
}

/** The files of a build, sorted, without files of operating systems and editors. */
function readBuild(folder: string): BuildFile[] {
  return filesIn(folder)
    .filter((path) => !/(^|\/)(\.[^/]+|__MACOSX|Thumbs\.db|desktop\.ini)(\/|$)/.test(path))
    .sort()
    .map((path) => ({ path, bytes: statSync(join(folder, path)).size }))
}
