/** A person who can be tipped; the addresses exist in the sandbox. */
export interface Creator {
  id: string
  name: string
  craft: string
  /** The Lightning Address; absent if the visitor types one. */
  address?: string | undefined
}

export const CREATORS: Creator[] = [
  {
    id: 'alice',
    name: 'Alice',
    craft: 'Watercolour birds',
    address: 'alice@wallet.example',
  },
  {
    id: 'bob',
    name: 'Bob',
    craft: 'Sounds of old harbours',
    address: 'bob@wallet.example',
  },
  { id: 'carol', name: 'Carol', craft: 'A zine, 2,100 sats', address: 'carol@wallet.example' },
]

export const SOMEONE_ELSE: Creator = {
  id: 'else',
  name: 'Someone else',
  craft: 'Enter a Lightning Address',
}
