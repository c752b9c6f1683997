import { cdp } from 'vitest/browser'

interface Session {
  send(method: string, params: object): Promise<void>
}

/**
 * Writes into a field like an input method, with the browser's own composition.
 *
 * @param steps the text that is composed after each key
 * @param committed the text that the person chooses in the end; null if the composition goes on. @default the last step
 */
export async function compose(
  field: HTMLElement,
  steps: readonly string[],
  committed: string | null = steps.at(-1) ?? '',
) {
  const session = cdp() as unknown as Session
  field.focus()
  for (const text of steps)
    await session.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    })
  if (committed !== null) await session.send('Input.insertText', { text: committed })
}
