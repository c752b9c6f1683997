/** The script of a page without React; `embed` of `@leyden/embed/files` is it. */
export interface EmbedFiles {
  /** The release, such as `0.1.0`. */
  version: string | undefined
  /** The bytes of a file, packed where a coding is given; the same object for as long as the file is the same. */
  read(name: string, coding?: 'br' | 'gzip'): Promise<Uint8Array | undefined>
}
