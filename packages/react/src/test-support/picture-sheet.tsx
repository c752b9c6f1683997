import { fireEvent, render, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { onTestFinished, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import type { Language } from '../foundation/messages/language.js'
import { LeydenProvider } from '../foundation/provider/leyden-provider.js'
import type { ColorScheme } from '../foundation/theme/theme.js'
import { createFakeClient } from '../testing/fake-client.js'
import { stopClock } from './stop-clock.js'
import '../styles.css'

/** How all cards of a sheet are shown. */
export interface SheetSettings {
  scheme: ColorScheme
  language?: Language
  widthPx: number
  /** Whether the system forces its colours, in which text may have the colour of its background. */
  isForced?: boolean
  /** The text size of the browser, in percent of the usual one. */
  textPercent?: number
}

/** One card of a sheet. */
export interface SheetCell {
  name: string
  card: ReactNode
  /** What was in the place of the card before. */
  before?: ReactNode
  /** What somebody does in the card, while no timer runs. */
  act?: (cell: HTMLElement) => void
}

const GAP_PX = 16
const COLUMNS = 5

const send = (method: string, params: object) =>
  (cdp() as unknown as { send: (method: string, params: object) => Promise<void> }).send(method, params)

/** Simulates settings of the system, such as the high contrast of Windows. */
const emulateMedia = (features: Record<string, string>) =>
  send('Emulation.setEmulatedMedia', {
    features: Object.entries(features).map(([name, value]) => ({ name, value })),
  })

/** Gives the page this size, and the window around it, which otherwise would scale the page down. */
async function resize(width: number, height: number): Promise<void> {
  const size = { width: Math.max(width, 1280), height: Math.max(height, 720) }
  await send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false })
  await page.viewport(width, height)
}

/** A widget tells after some seconds that something takes long. In a picture, that time never comes. */
function holdLongTimers(): void {
  const start = window.setTimeout
  vi.spyOn(window, 'setTimeout').mockImplementation(((run: () => void, ms = 0, ...rest: unknown[]) =>
    ms < 1_000 ? start(run, ms, ...rest) : 0) as typeof setTimeout)
}

/** Shows cards beside each other, all in the same settings, and nothing moves. Undone after the test. */
export async function showSheet(settings: SheetSettings, cells: readonly SheetCell[]): Promise<HTMLElement> {
  const { scheme, language, widthPx, isForced = false, textPercent = 100 } = settings
  onTestFinished(stopClock())
  if (isForced) {
    await emulateMedia({ 'forced-colors': 'active', 'prefers-color-scheme': scheme })
    onTestFinished(() => emulateMedia({}))
  }
  holdLongTimers()
  document.documentElement.style.fontSize = `${textPercent}%`
  onTestFinished(() => {
    document.documentElement.style.fontSize = ''
  })
  const count = Math.min(COLUMNS, cells.length)
  const columns = Array.from({ length: count }, (_, column) =>
    cells.filter((_, index) => index % count === column),
  )
  const sheetWidth = count * (widthPx + GAP_PX) + GAP_PX
  await resize(sheetWidth, 700)
  onTestFinished(() => resize(414, 896))
  const client = createFakeClient()
  const sheet = (cardOf: (cell: SheetCell) => ReactNode) => (
    <LeydenProvider client={client} colorScheme={scheme} language={language ?? []} locale={language?.locale}>
      {/* Spinners are stopped, because a spinner is never in the same place twice; the mouse is where the test before
          left it. The ramp's page is not ours. */}
      <style>
        {`* { animation: none !important; transition: none !important; pointer-events: none !important }
        .leyden { --ly-motion-move: 0ms !important }
        iframe { visibility: hidden !important }`}
      </style>
      <div
        data-testid="sheet"
        style={{
          display: 'flex',
          alignItems: 'flex-start',
          gap: GAP_PX,
          boxSizing: 'border-box',
          width: sheetWidth,
          padding: GAP_PX,
          background: scheme === 'dark' ? '#000' : '#e9e7e2',
          color: scheme === 'dark' ? '#ccc' : '#555',
        }}
      >
        {columns.map((column) => (
          <div key={column[0]?.name} style={{ width: widthPx }}>
            {column.map((cell) => (
              <figure key={cell.name} data-cell={cell.name} style={{ margin: `0 0 ${GAP_PX}px` }}>
                <figcaption style={{ font: '12px system-ui, sans-serif' }}>{cell.name}</figcaption>
                {cardOf(cell)}
              </figure>
            ))}
          </div>
        ))}
      </div>
    </LeydenProvider>
  )
  const { container, rerender } = render(sheet(({ card, before = card }) => before))
  const settle = async () => {
    await waitFor(() => {
      if (container.querySelector('.ly-qr-place')) throw new Error('A code is still being loaded.')
    })
    // Cards measure themselves in a frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  }
  await settle()
  if (cells.some(({ before }) => before !== undefined)) {
    rerender(sheet(({ card }) => card))
    await settle()
  }
  const root = container.querySelector<HTMLElement>('[data-testid="sheet"]')
  if (!root) throw new Error('There is no sheet.')
  const acting = cells.filter(({ act }) => act)
  if (acting.length > 0) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    for (const { name, act } of acting) act?.(root.querySelector(`[data-cell="${name}"]`) as HTMLElement)
    vi.useRealTimers()
    await settle()
  }
  // A picture shows no more than the window does, and a frame is no higher than the window.
  const heightOf = () => Math.ceil(root.getBoundingClientRect().height)
  for (let height = 0; height !== heightOf(); ) {
    height = heightOf()
    await resize(sheetWidth, height)
    await settle()
  }
  await document.fonts.ready
  return root
}

/** Follows a link of this card to a wallet, and lets this time pass. */
export function followWalletLink(cell: HTMLElement, ms: number): void {
  const link = cell.querySelector('a[href^="lightning:"]')
  if (!link) throw new Error('There is no link to a wallet.')
  // Nothing here opens it.
  link.addEventListener('click', (event) => event.preventDefault())
  fireEvent.click(link)
  vi.advanceTimersByTime(ms)
}
