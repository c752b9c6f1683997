/** The built files of this package, for a server that hands them out. */
export interface EmbedFiles {
  /** The release, such as `0.1.0`; undefined before the files were built. */
  version: string | undefined
  /** The bytes of a file such as `leyden.js`, compressed if a coding is given; undefined if there is no such file. */
  read(name: string, coding?: 'br' | 'gzip'): Promise<Uint8Array | undefined>
}

/**
 * What `createBff({ embed })` serves under `/embed/v1/`.
 *
 * ```ts
 * import { embed } from '@leyden/embed/files'
 * const bff = createBff({ embed, … })
 * ```
 */
export declare const embed: EmbedFiles

/** The same of another folder, whose URL ends with a slash. */
export declare function embedFilesIn(folder: URL): EmbedFiles
