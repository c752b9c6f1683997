import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { Zip, ZipDeflate } from 'fflate'
import { UserError } from '../user-error.js'
import { checkBuild } from './check-build.js'
import { type BuildFile, readBuild } from './read-build.js'

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
  writeZip(target, files)
  print(
    `${target}: ${files.length} files, ${(statSync(target).size / 1e6).toFixed(1)} MB. Upload it as “HTML”, to be played in the browser.\n` +
      'The game’s frame is of another origin: when your BFF’s log refuses it, add that origin to allowedOrigins.',
  )
  return 0
}

/** One file at a time, so that memory holds the largest and not all of them. */
function writeZip(target: string, files: readonly BuildFile[]): void {
  const draft = `${target}.part`
  const descriptor = openSync(draft, 'w')
  try {
    const zip = new Zip((error, chunk) => {
      if (error) throw error
      writeSync(descriptor, chunk)
    })
    for (const { path, source } of files) {
      const entry = new ZipDeflate(path, { level: 9 })
      entry.mtime = MTIME
      zip.add(entry)
      entry.push(readFileSync(source), true)
    }
    zip.end()
    closeSync(descriptor)
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
