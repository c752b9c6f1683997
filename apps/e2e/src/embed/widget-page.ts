import type { Frame, Locator, Page } from 'playwright'

/** A minimal page with the script in its head. */
export function barePage(
  bffUrl: string,
  { head = '', body = '', afterScript = '' }: { head?: string; body?: string; afterScript?: string } = {},
): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bare</title>
<script src="/leyden.js"></script>${head}</head><body>${body}
<script>Leyden.configure({ bffUrl: '${bffUrl}' });${afterScript}</script></body></html>`
}

/** Opens an overlay and stores its promise for `outcome`. */
export async function open(page: Page | Frame, kind: 'pay' | 'ramp', options: object): Promise<void> {
  await page.evaluate(
    ([overlayKind, overlayOptions]) => {
      const testWindow = window as unknown as {
        handle: Promise<unknown>
        Leyden: { open: (k: string, o: object) => Promise<unknown> }
      }
      testWindow.handle = testWindow.Leyden.open(overlayKind as string, overlayOptions as object)
    },
    [kind, options] as const,
  )
}

export function outcome(page: Page | Frame): Promise<Record<string, unknown>> {
  return page.evaluate(() => (window as unknown as { handle: Promise<Record<string, unknown>> }).handle)
}

export function dialogOf(page: Page | Frame): Locator {
  return page.getByRole('dialog')
}

/** Requests the invoice and reads it from the wallet link. */
export async function requestInvoice(
  dialog: Locator,
  press = (button: Locator) => button.click(),
): Promise<string> {
  const button = dialog.getByRole('button', { name: /^Pay( \d|$)/, disabled: false })
  await button.waitFor()
  await press(button)
  const link = dialog.locator('a[href^="lightning:"]').first()
  await link.waitFor({ state: 'attached' })
  return ((await link.getAttribute('href')) ?? '').replace('lightning:', '')
}
