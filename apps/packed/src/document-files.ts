import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from './pack.js'

/** A code block whose first line is a comment with the name of its file. */
const FILE = /^```\w+\n((?:---\n)?(?:\/\/|#|<!--) (\S+\.\S+|\.env)(?: -->)?\n[\s\S]*?)^```$/gm

/** The text of a section of a document, up to the next one of the same level. */
async function sectionOf(document: string, section: string): Promise<string> {
  const parts = (await readFile(join(root, document), 'utf8')).split(/^## /m)
  return parts.find((part) => part.startsWith(`${section}\n`)) ?? ''
}

/**
 * The commands of a section's last `sh` block: those that build the app, and the one that starts it.
 */
export async function commandsOf(document: string, section: string) {
  const [block] = [...(await sectionOf(document, section)).matchAll(/^```sh\n([^#][\s\S]*?)^```$/gm)].slice(
    -1,
  )
  const lines = block?.[1]?.trim().split('\n') ?? []
  const start = lines.pop()
  if (start === undefined) throw new Error(`${document} says no command under "${section}".`)
  return { build: lines, start }
}

/**
 * Writes the files of a document's sections into a folder, like a reader who copies them. `adapt` may change a file,
 * such as its ports, and returns undefined to leave it out.
 */
export async function writeDocumentFiles(
  document: string,
  sections: readonly string[],
  folder: string,
  adapt: (code: string, path: string) => string | undefined,
): Promise<void> {
  for (const section of sections) {
    const text = await sectionOf(document, section)
    const files = [...text.matchAll(FILE)]
    if (files.length === 0) throw new Error(`${document} shows no file under "${section}".`)
    for (const [, code = '', path = ''] of files) {
      const adapted = adapt(code, path)
      if (adapted === undefined) continue
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), adapted)
    }
  }
}
