import { expect, waitFor, within } from 'storybook/test'
import { payInPage } from './sandbox-bff.js'

/** The document of the story's page, and the shadow roots of its widgets. */
export interface InPage {
  body: HTMLElement
  /** The content of an element, or of the overlay. */
  tree(selector: string): Promise<HTMLElement>
  /** Waits for a button with this text, and clicks it. */
  press(tree: HTMLElement, name: string | RegExp): Promise<void>
  /** Waits for a text. */
  expectText(tree: HTMLElement, words: string | RegExp): Promise<void>
  /** Requests the invoice, and pays it with another wallet. */
  pay(tree: HTMLElement): Promise<void>
}

export async function inPage(canvasElement: HTMLElement): Promise<InPage> {
  const body = await waitFor(() => {
    const { contentWindow, contentDocument } = canvasElement.querySelector('iframe') ?? {}
    if (!contentWindow?.Leyden || contentDocument?.readyState !== 'complete')
      throw new Error('The page is not loaded yet.')
    return contentDocument.body
  })
  const press: InPage['press'] = async (tree, name) => {
    const button = await waitFor(() => {
      const found = within(tree).getByRole('button', { name })
      if (found.ariaDisabled !== null) throw new Error(`${tree.textContent} is still disabled.`)
      return found
    })
    button.click()
  }
  return {
    body,
    press,
    tree: (selector) =>
      waitFor(() => {
        const shadow = body.parentElement?.querySelector(selector)?.shadowRoot
        const shown = shadow?.querySelector<HTMLElement>('dialog[open], .root')
        if (!shown) throw new Error(`Nothing is shown at ${selector} yet.`)
        return shown
      }),
    async expectText(tree, words) {
      await waitFor(() => expect(within(tree).getAllByText(words)[0]).toBeVisible())
    },
    async pay(tree) {
      await press(tree, /^Pay( \d|$)/)
      const link = await waitFor(() => {
        const found = tree.querySelector('a[href^="lightning:"]')
        if (!found) throw new Error('There is no invoice yet.')
        return found
      })
      await payInPage((link.getAttribute('href') ?? '').replace('lightning:', ''))
    },
  }
}
