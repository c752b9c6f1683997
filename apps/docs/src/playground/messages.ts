/** From the playground to the frame that runs its code. */
export interface RunMessage {
  leyden: 'run'
  code: string
  colorScheme: 'light' | 'dark'
}

/** From the frame to the playground. */
export type FrameMessage =
  /** The frame can run code. */
  | { leyden: 'ready' }
  /** What the code logs, what the server hears, or what went wrong. */
  | { leyden: 'line'; from: 'page' | 'server' | 'error'; text: string }
  /** The height of the page, in pixels. */
  | { leyden: 'height'; px: number }
