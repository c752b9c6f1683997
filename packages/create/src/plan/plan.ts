/** One file that is made or changed. */
export interface Change {
  /** The path in the app's folder, with slashes. */
  path: string
  /** The current text; null for a new file. */
  before: Buffer | null
  /** The new text; null for a file that is removed. */
  after: Buffer | null
}

/** All changes of a run, which are known before any is made. */
export interface Plan {
  /** Files that are made, changed or removed. */
  changes: Change[]
  /** What has to be added by hand, because a file cannot be edited safely. */
  byHand: { path: string; line: string }[]
}
