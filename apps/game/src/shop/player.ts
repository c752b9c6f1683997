const STORAGE_KEY = 'leyden-jar-player'
/** The server delivers an item when its BFF reports the payment, which may be a moment after the player sees "Paid". */
const ASK_EVERY_MS = 500
/** After a minute the item is shown when the page is loaded again. */
const MAX_QUESTIONS = 120

export interface Player {
  has(item: string): boolean
  /** Asks the server whether it has delivered the item, until it has. Resolves to false if that takes too long. */
  waitFor(item: string): Promise<boolean>
  /** The order of the item, signed by the game's server. */
  order(): Promise<string>
}

/** The player as the game's server knows them. What they own is on the server; the browser keeps only who they are. */
export async function loadPlayer(): Promise<Player> {
  let { id, items } = await ask(readId())
  storeId(id)
  return {
    has: (item) => items.includes(item),
    async waitFor(item) {
      for (let asked = 0; asked < MAX_QUESTIONS && !items.includes(item); asked++) {
        await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
        // Without a network it asks again.
        items = await ask(id).then(
          (answer) => answer.items,
          () => items,
        )
      }
      return items.includes(item)
    },
    async order() {
      const reply = await fetch('/order', { method: 'POST', body: id })
      if (!reply.ok) throw new Error('The server of the game signs no order.')
      return reply.text()
    },
  }
}

async function ask(id: string): Promise<{ id: string; items: string[] }> {
  const reply = await fetch('/player', { method: 'POST', body: id })
  return reply.json()
}

function readId(): string {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? ''
  } catch {
    // Frames with an opaque origin have no storage, so there the player is new after each reload.
    return ''
  }
}

function storeId(id: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, id)
  } catch {}
}
