/** As much of a driven browser as Playwright and Puppeteer have in common, so that one test runs in two browsers. */
export interface DrivenBrowser {
  /**
   * As a new visitor opens it.
   *
   * @param hasTouch whether the main pointer is a finger, as on phones, for `tap`. @default false
   */
  open(url: string, box?: { width: number; height: number }, hasTouch?: boolean): Promise<DrivenPage>
  close(): Promise<void>
}

export interface DrivenPage {
  /** Evaluates an expression in the page, as if the person had done it. */
  evaluate<T = unknown>(expression: string): Promise<T>
  /** The same in the frame whose address begins so. */
  evaluateIn<T = unknown>(frame: string, expression: string): Promise<T>
  /** A real press, at this point of the page. */
  click(x: number, y: number): Promise<void>
  /** The same with a finger. WebKit's driver has none: it makes each touch a press of the mouse. */
  tap?: ((x: number, y: number) => Promise<void>) | undefined
  keyboard: {
    type(text: string): Promise<void>
    press(key: Key): Promise<void>
    down(key: Key): Promise<void>
    up(key: Key): Promise<void>
  }
  /** A PNG of all that is in sight, or of a part of it. */
  screenshot(clip?: Clip): Promise<Uint8Array>
  /** What the page threw, or wrote to the console as an error. */
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

/** A font, an icon or a picture that is missing says nothing about us. */
export function isProblem(text: string): boolean {
  return !/Failed to load resource/.test(text)
}
