/** The steps of the sandbox's ramp page. */
export type PageStep = 'code' | 'identity' | 'quote' | 'card' | 'done'

/** The input that each step needs before the next one. */
const PASS: Record<Exclude<PageStep, 'done'>, (page: HTMLElement) => void> = {
  code: (page) => {
    partOf<HTMLInputElement>(page, 'code').value = '123456'
    partOf(page, 'code-next').click()
  },
  identity: (page) => partOf(page, 'sample').click(),
  quote: (page) => partOf(page, 'quote-next').click(),
  card: (page) => {
    fillInCard(page)
    partOf(page, 'pay').click()
  },
}

/** Goes through the page like a person, up to this step. */
export async function walkTo(frame: HTMLIFrameElement, step: PageStep): Promise<void> {
  for (;;) {
    const here = await until(() => stepOf(frame))
    const page = frame.contentDocument?.body
    if (!page || here === step || here === 'done') return
    PASS[here](page)
    await until(() => stepOf(frame) !== here)
  }
}

export function fillInCard(page: HTMLElement): void {
  partOf(page, 'test-card').click()
}

/** The step that is shown; undefined before the page is loaded. */
export function stepOf(frame: HTMLIFrameElement): PageStep | undefined {
  const section = frame.contentDocument?.querySelector<HTMLElement>('section[data-step]:not([hidden])')
  return section?.dataset.step as PageStep | undefined
}

export function partOf<E extends HTMLElement = HTMLElement>(page: HTMLElement, name: string): E {
  const part = page.querySelector<E>(`[data-part="${name}"]`)
  if (!part) throw new Error(`The ramp page has no part "${name}".`)
  return part
}

/** Resolves when the page shows something. */
async function until<T>(look: () => T): Promise<NonNullable<T>> {
  for (;;) {
    const seen = look()
    if (seen) return seen
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
}
