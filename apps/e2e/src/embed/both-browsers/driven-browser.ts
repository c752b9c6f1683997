/** The common interface of the drivers, so that one test runs in several browsers. */
export interface DrivenBrowser {
  /**
   * Opens a page as a new visitor.
   *
   * @param hasTouch whether the main pointer is a finger, as on phones, for `tap`. @default false
   */
  open(url: string, viewport?: { width: number; height: number }, hasTouch?: boolean): Promise<DrivenPage>
  close(): Promise<void>
}

export interface DrivenPage {
  /** Evaluates an expression in the page, with the activation of a person's action. */
  evaluate<T = unknown>(expression: string): Promise<T>
  /** Evaluates an expression in the frame whose URL starts with this text. */
  evaluateIn<T = unknown>(frame: string, expression: string): Promise<T>
  /** Presses the mouse at this point of the page. */
  click(x: number, y: number): Promise<void>
  /** Presses this point with a finger. Undefined for WebKit, whose driver sends a mouse press for a touch. */
  tap?: ((x: number, y: number) => Promise<void>) | undefined
  /** Moves a finger up by this distance, from this point of the page. Chromium only. */
  swipeUp?: ((x: number, y: number, distance: number) => Promise<void>) | undefined
  keyboard: {
    type(text: string): Promise<void>
    press(key: Key): Promise<void>
    down(key: Key): Promise<void>
    up(key: Key): Promise<void>
  }
  /**
   * Writes like an input method, with the browser's own composition: the text after each key, of which the last is
   * chosen. Undefined for WebKit, whose driver has none.
   */
  compose?: ((steps: readonly string[]) => Promise<void>) | undefined
  /** A PNG of the viewport, or of a part of it. */
  screenshot(clip?: Clip): Promise<Uint8Array>
  /** The errors that the page threw or logged. */
  problems: string[]
  warnings: string[]
  close(): Promise<void>
}

export interface Clip {
  x: number
  y: number
  width: number
  height: number
}

type Key =
  | 'ArrowLeft'
  | 'Backspace'
  | 'Control'
  | 'Enter'
  | 'Escape'
  | 'Shift'
  | 'Tab'
  | 'a'
  | 'c'
  | 'd'
  | 'v'
  | 'w'
  | 'z'

/** A missing font, icon or picture is not an error of ours. */
export function isProblem(text: string): boolean {
  return !/Failed to load resource/.test(text)
}
