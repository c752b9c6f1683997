import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from './pack.js'

/** A code block whose first line is a comment with the name of its file. */
const FILE = /^```\w+\n((?:---\n)?(?:\/\/|#|<!--) (\S+\.\S+|\.env)(?: -->)?\n[\s\S]*?)^```$/gm

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
  const parts = (await readFile(join(root, document), 'utf8')).split(/^## /m)
  for (const section of sections) {
    const text = parts.find((part) => part.startsWith(`${section}\n`)) ?? ''
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
