/** A person who can be tipped; the addresses exist in the sandbox. */
export interface Creator {
  id: string
  name: string
  /** The Lightning Address; absent if the visitor types one. */
  address?: string | undefined
  presets?: number[] | undefined
}

export const CREATORS: Creator[] = [
  {
    id: 'alice',
    name: 'Alice',
    address: 'alice@wallet.example',
    presets: [500, 2_100, 10_000],
  },
  {
    id: 'bob',
    name: 'Bob',
    address: 'bob@wallet.example',
    presets: [1_000, 5_000, 21_000],
  },
  { id: 'carol', name: 'Carol', address: 'carol@wallet.example' },
]

export const SOMEONE_ELSE: Creator = {
  id: 'else',
  name: 'Someone else',
  presets: [500, 2_100, 10_000],
}
