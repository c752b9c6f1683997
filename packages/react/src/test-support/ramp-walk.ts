/** The steps of the sandbox's ramp page. */
export type PageStep = 'code' | 'identity' | 'quote' | 'card' | 'done'

/** The input that each step needs before the next one. */
const completeStep: Record<Exclude<PageStep, 'done'>, (page: HTMLElement) => void> = {
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
    const currentStep = await waitUntil(() => stepOf(frame))
    const page = frame.contentDocument?.body
    if (!page || currentStep === step || currentStep === 'done') return
    completeStep[currentStep](page)
    await waitUntil(() => stepOf(frame) !== currentStep)
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

/** Polls until the function returns a value that is not empty. */
async function waitUntil<T>(read: () => T): Promise<NonNullable<T>> {
  for (;;) {
    const value = read()
    if (value) return value
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
}
