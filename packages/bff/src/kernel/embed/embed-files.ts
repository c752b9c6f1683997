/** The script for pages without React: `embed` of `@leyden/embed/files`. */
export interface EmbedFiles {
  /** The release, such as `0.1.0`. */
  version: string | undefined
  /** The bytes of a file, compressed if an encoding is given; the same object until the file changes. */
  read(name: string, coding?: 'br' | 'gzip'): Promise<Uint8Array | undefined>
}
