/** One file that is made or changed. */
export interface Change {
  /** Relative to the app's folder, with slashes. */
  path: string
  /** Null for a file that is not there yet. */
  before: Buffer | null
  /** Null for a file that is removed. */
  after: Buffer | null
}

/** All that a run will do to an app, known before it does anything. */
export interface Plan {
  /** Files that are made, changed or removed. */
  changes: Change[]
  /** What has to be added by hand, because a file cannot be edited safely. */
  byHand: { path: string; line: string }[]
}
