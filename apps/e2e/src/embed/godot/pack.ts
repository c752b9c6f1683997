import { createHash } from 'node:crypto'

/** `GDPC`, and the version of the format: https://github.com/godotengine/godot/blob/4.3/core/io/file_access_pack.h */
const MAGIC = 0x43504447
const FORMAT = 2
const RESERVED_WORDS = 16
const ALIGNMENT = 32

/** The files of a Godot project, by their paths below `res://`. */
export type ProjectFiles = Readonly<Record<string, string | Uint8Array>>

/**
 * Packs a project like an export of Godot. Scripts and scenes stay text, which games can load too, so nothing has to be
 * imported by the editor.
 */
export function packProject(files: ProjectFiles): Buffer {
  const entries = Object.entries(files).map(([path, content]) => {
    const name = Buffer.from(`res://${path}`)
    return { name: Buffer.concat([name, padding(name.length, 4)]), content: Buffer.from(content) }
  })
  const headBytes = 4 * (5 + 1 + 2 + RESERVED_WORDS + 1)
  const listBytes = entries.reduce((sum, { name }) => sum + 4 + name.length + 8 + 8 + 16 + 4, 0)
  const gap = padding(headBytes + listBytes, ALIGNMENT)

  const list: Buffer[] = []
  const contents: Buffer[] = []
  let offset = headBytes + listBytes + gap.length
  for (const { name, content } of entries) {
    const md5 = createHash('md5').update(content).digest()
    list.push(words(name.length), name, longs(offset, content.length), md5, words(0))
    const after = padding(content.length, ALIGNMENT)
    contents.push(content, after)
    offset += content.length + after.length
  }
  const [major, minor, patch, flags] = [4, 0, 0, 0]
  const head = [
    words(MAGIC, FORMAT, major, minor, patch, flags),
    longs(0),
    words(...Array(RESERVED_WORDS).fill(0), entries.length),
  ]
  return Buffer.concat([...head, ...list, gap, ...contents])
}

function words(...values: number[]): Buffer {
  const buffer = Buffer.alloc(4 * values.length)
  for (const [place, value] of values.entries()) buffer.writeUInt32LE(value, 4 * place)
  return buffer
}

function longs(...values: number[]): Buffer {
  const buffer = Buffer.alloc(8 * values.length)
  for (const [place, value] of values.entries()) buffer.writeBigUInt64LE(BigInt(value), 8 * place)
  return buffer
}

const padding = (length: number, multiple: number) =>
  Buffer.alloc((multiple - (length % multiple)) % multiple)
