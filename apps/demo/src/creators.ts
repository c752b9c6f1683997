/** A person who can be tipped; the addresses exist in the sandbox. */
export interface Creator {
  id: string
  name: string
  /** The Lightning Address; absent if the visitor types one. */
  address?: string | undefined
}

export const CREATORS: Creator[] = [
  {
    id: 'alice',
    name: 'Alice',
    address: 'alice@wallet.example',
  },
  {
    id: 'bob',
    name: 'Bob',
    address: 'bob@wallet.example',
  },
  { id: 'carol', name: 'Carol', address: 'carol@wallet.example' },
]

export const SOMEONE_ELSE: Creator = {
  id: 'else',
  name: 'Someone else',
}
