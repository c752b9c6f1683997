/** The built files of this package, for a server that serves them. */
export interface EmbedFiles {
  /** The release, such as `0.1.0`; undefined before the files were built. */
  version: string | undefined
  /**
   * Reads a file such as `leyden.js`, compressed if a coding is given. Resolves to undefined if there is no such file.
   */
  read(name: string, coding?: 'br' | 'gzip'): Promise<Uint8Array | undefined>
}

/**
 * The files that `createBff({ embed })` serves under `/embed/v1/`.
 *
 * ```ts
 * import { embed } from '@leyden/embed/files'
 * const bff = createBff({ embed, … })
 * ```
 */
export declare const embed: EmbedFiles

/** Returns the same for another folder. Its URL has to end with a slash. */
export declare function embedFilesIn(folder: URL): EmbedFiles
