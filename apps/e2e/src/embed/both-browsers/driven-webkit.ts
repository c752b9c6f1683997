import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { freePorts } from '../../../../../config/tests/free-ports.js'
import { until } from '../../harness/until.js'
import type { DrivenBrowser, DrivenPage } from './driven-browser.js'

/** The timeout of a command in milliseconds, so that a browser that hangs does not block the tests. */
const ANSWER_MS = 120_000
/** Sometimes the browser never reports to its driver. It is started again after this time, in milliseconds. */
const START_MS = 40_000
const MAX_STARTS = 3
/** Code points of the W3C's WebDriver for keys that write no character. */
const KEY_CODES: Record<string, string> = {
  ArrowLeft: '\uE012',
  Backspace: '\uE003',
  Control: '\uE009',
  Enter: '\uE007',
  Escape: '\uE00C',
  Shift: '\uE008',
  Tab: '\uE004',
}
const SCREEN = { width: 1400, height: 1000 }
/** A test that waits for something takes a picture again and again, and each may take seconds. */
const REDRAW_AFTER_PICTURES = 5
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
type Element = { [ELEMENT]: string }
/** All frames of the page, also in shadow roots. */
const FRAMES = `
  const descendantsOf = (root) => [...root.querySelectorAll('*')].flatMap((element) => [element, ...(element.shadowRoot ? descendantsOf(element.shadowRoot) : [])])
  return descendantsOf(document).filter((element) => element.localName === 'iframe')`

/**
 * Debian's WebKitGTK over the classic WebDriver, on a screen of its own. It has one session at a time, and each is a
 * new visitor. The console of a page cannot be read, and an expression has no user activation.
 */
export async function launch(): Promise<DrivenBrowser> {
  const size = `${SCREEN.width}x${SCREEN.height}x24`
  const screen = startProcess('Xvfb', ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp'])
  const [display] = await once(screen.stdio[3] as Readable, 'data', {
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  let closeLast = async () => {}
  return {
    async open(address, viewport = { width: 1000, height: 800 }) {
      await closeLast()
      const { driver, sendCommand, sessionId } = await startBrowser(`:${String(display).trim()}`)
      const session = `/session/${sessionId}`
      closeLast = async () => {
        closeLast = async () => {}
        // This ends the browser, which would outlive the driver.
        await sendCommand('DELETE', session)
        await endProcess(driver)
      }
      const { page, setViewport } = drivenPage((method, path, body) =>
        sendCommand(method, session + path, body),
      )
      await setViewport(viewport)
      await sendCommand('POST', `${session}/url`, { url: address })
      return { ...page, close: () => closeLast() }
    },
    async close() {
      await closeLast().catch(() => {})
      await endProcess(screen)
    },
  }
}

/** A driver with its browser. */
async function startBrowser(display: string) {
  for (let start = 1; ; start++) {
    const isLast = start === MAX_STARTS
    const { driver, sendCommand } = await startDriver(display)
    try {
      const capabilities = {
        alwaysMatch: {
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': { binary: process.env.LEYDEN_WEBKIT, args: ['--automation'] },
        },
      }
      const answerMs = isLast ? ANSWER_MS : START_MS
      const session = await sendCommand<{ sessionId: string }>('POST', '/session', { capabilities }, answerMs)
      return { driver, sendCommand, sessionId: session.sessionId }
    } catch (cause) {
      await endProcess(driver)
      if (isLast) throw cause
    }
  }
}

/** A driver of its own for each session, because a driver sometimes hangs when it starts another one. */
async function startDriver(display: string) {
  const [port] = await freePorts(1)
  const driver = startProcess('WebKitWebDriver', [`--port=${port}`], {
    DISPLAY: display,
    // Painted by OpenGL without a graphics card, or by threads, tiles of the page are sometimes left as they were on a
    // busy machine, for good.
    WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
    WEBKIT_SKIA_CPU_PAINTING_THREADS: '0',
  })
  const url = `http://127.0.0.1:${port}`
  await until(() => fetch(url))

  /** @throws Error with the message of WebDriver */
  async function sendCommand<T>(
    method: string,
    path: string,
    body?: object,
    answerMs = ANSWER_MS,
  ): Promise<T> {
    const response = await fetch(url + path, {
      method,
      signal: AbortSignal.timeout(answerMs),
      body: body ? JSON.stringify(body) : null,
    }).catch((cause) => {
      throw new Error(`WebKitWebDriver did not answer ${method} ${path}: ${cause.message}`)
    })
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } }
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
    return value
  }
  return { driver, sendCommand }
}

function drivenPage(sendCommand: <T>(method: string, path: string, body?: object) => Promise<T>) {
  const execute = <T>(script: string) => sendCommand<T>('POST', '/execute/sync', { script, args: [] })
  const switchToFrame = (id: Element | null) => sendCommand('POST', '/frame', { id })

  async function evaluate<T>(expression: string): Promise<T> {
    try {
      return await execute<T>(`return (${expression}\n)`)
    } catch (error) {
      // A syntax error: the text is statements instead of one expression, and none of them has run.
      if (!/javascript error: (Unexpected|Expected)/.test(String(error))) throw error
      return execute<T>(expression)
    }
  }

  /** Makes a frame the target of later commands, and returns whether it exists. */
  async function enterFrame(urlStart: string): Promise<boolean> {
    for (const frame of await execute<Element[]>(FRAMES)) {
      await switchToFrame(frame)
      if (
        (await execute<string>('return location.href')).startsWith(urlStart) ||
        (await enterFrame(urlStart))
      )
        return true
      await sendCommand('POST', '/frame/parent', {})
    }
    return false
  }

  const click = (x: number, y: number) =>
    sendCommand<void>('POST', '/actions', {
      actions: [
        {
          type: 'pointer',
          id: 'mouse',
          parameters: { pointerType: 'mouse' },
          actions: [
            { type: 'pointerMove', duration: 0, x, y },
            { type: 'pointerDown', button: 0 },
            { type: 'pointerUp', button: 0 },
          ],
        },
      ],
    })
  const keys = (...actions: { type: 'keyDown' | 'keyUp'; value: string }[]) =>
    sendCommand<void>('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  const down = (value: string) => ({ type: 'keyDown' as const, value })
  const up = (value: string) => ({ type: 'keyUp' as const, value })
  const code = (key: string) => KEY_CODES[key] ?? key

  let pictures = 0
  const takePicture = async () => Buffer.from(await sendCommand<string>('GET', '/screenshot'), 'base64')
  /** On a busy machine tiles of the page are rarely left as they were. Another zoom draws all of them. */
  const redraw = async () => {
    const zoom = 'document.documentElement.style.zoom'
    const before = await execute<string>(`return ${zoom}`)
    await execute(`${zoom} = '1.01'`)
    await takePicture()
    await execute(`${zoom} = ${JSON.stringify(before)}`)
  }

  const page: Omit<DrivenPage, 'close'> = {
    evaluate,
    async evaluateIn<T>(urlStart: string, expression: string) {
      try {
        if (!(await enterFrame(urlStart))) throw new Error(`There is no frame of ${urlStart}.`)
        return await evaluate<T>(expression)
      } finally {
        await switchToFrame(null)
      }
    },
    click,
    keyboard: {
      type: (text) => keys(...[...text].flatMap((key) => [down(key), up(key)])),
      press: (key) => keys(down(code(key)), up(code(key))),
      down: (key) => keys(down(code(key))),
      up: (key) => keys(up(code(key))),
    },
    async screenshot(clip) {
      if (clip) throw new Error('WebDriver cannot take a picture of a part.')
      if (++pictures % REDRAW_AFTER_PICTURES === 0) await redraw()
      return takePicture()
    },
    problems: [],
    warnings: [],
  }
  return {
    page,
    /**
     * The window has toolbars, so its size is set twice. It is in the middle of the screen, where the pointer of the
     * system is: WebKit locks it only inside its window, and the driver does not move it.
     */
    async setViewport({ width, height }: { width: number; height: number }) {
      const setWindow = (size: { width: number; height: number }) =>
        sendCommand('POST', '/window/rect', {
          x: Math.max(0, Math.round((SCREEN.width - size.width) / 2)),
          y: Math.max(0, Math.round((SCREEN.height - size.height) / 2)),
          ...size,
        })
      await setWindow({ width, height })
      const inner = await execute<[number, number]>('return [innerWidth, innerHeight]')
      await setWindow({ width: 2 * width - inner[0], height: 2 * height - inner[1] })
    },
  }
}

/** Starts a command in its own process group, which ends with this process. */
function startProcess(command: string, args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const child = spawn(command, args, {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  })
  const end = () => endGroup(child)
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  return child
}

async function endProcess(child: ChildProcess): Promise<void> {
  const exited = child.exitCode === null && once(child, 'exit')
  endGroup(child)
  await exited
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL')
  } catch {
    // The process has ended already.
  }
}
