import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

/**
 * Who sees that a payment has arrived which no wallet in the page makes, such as one by QR code. The service itself
 * reports none.
 */
export type Witness = 'service' | 'verified-first' | 'nwc' | 'settle'

/** In the order of the question. */
export const WITNESSES: readonly Witness[] = ['service', 'verified-first', 'nwc', 'settle']

/** The service alone is what the other ways add to. */
export const DEFAULT_WITNESS: Witness = 'service'

export function isWitness(name: string): name is Witness {
  return (WITNESSES as readonly string[]).includes(name)
}

/** Each answer in the question. */
export const WITNESS_TEXTS: { readonly [W in Witness]: { label: string; hint: string } } = {
  service: {
    label: 'Nobody, for now',
    hint: 'the page then says “We cannot see this payment”; one line changes it later',
  },
  'verified-first': {
    label: 'The server of my Lightning Address',
    hint: 'if it verifies payments (LUD-21), as many wallets’ servers do; nothing to run',
  },
  nwc: { label: 'A wallet of mine', hint: 'by Nostr Wallet Connect: Alby Hub, Zeus, LNbits and others' },
  settle: { label: 'A server or node of mine', hint: 'it calls POST /api/leyden/admin/settle' },
}

/** The settings of each answer, for the env file. */
export const WITNESS_SETTINGS: { readonly [W in Witness]: readonly string[] } = {
  service: ['LEYDEN_PROVIDER=service'],
  'verified-first': ['LEYDEN_PROVIDER=verified-first'],
  nwc: ['LEYDEN_PROVIDER=service', 'LEYDEN_SETTLES=1', 'LEYDEN_NWC_URL='],
  settle: ['LEYDEN_PROVIDER=service', 'LEYDEN_SETTLES=1'],
}

/** The comment above the settings. */
export const WITNESS_COMMENT = [
  '# Who sees that a payment by QR code has arrived, once the app is live (docs/settlement.md of the repository):',
  '#   LEYDEN_PROVIDER=verified-first        the server of the Lightning Address, if it verifies payments (LUD-21)',
  '#   LEYDEN_NWC_URL=… and LEYDEN_SETTLES=1  a wallet of yours, by Nostr Wallet Connect',
  '#   LEYDEN_SETTLES=1                      a server of yours, which calls POST /api/leyden/admin/settle',
  '#   LEYDEN_PROVIDER=service               nobody: the page says “We cannot see this payment”',
]

/** The packages that an answer needs. */
export const WITNESS_PACKAGES: { readonly [W in Witness]?: Readonly<Record<string, string>> } = {
  nwc: { 'nostr-tools': '^2.25.2', ws: '^8.23.0' },
}

/** Whether the settings of an app say who sees payments. */
export function hasWitness(root: string): boolean {
  const files = ['.env', '.env.local'].map((name) => join(root, name)).filter((file) => existsSync(file))
  const settings = parseEnv(files.map((file) => readFileSync(file, 'utf8')).join('\n'))
  return ['LEYDEN_PROVIDER', 'LEYDEN_NWC_URL', 'LEYDEN_SETTLES'].some((name) => settings[name] !== undefined)
}

/** What the tool says at its end: whether payments will be seen, and the line that changes it. */
export function witnessLines(witness: Witness): string[] {
  switch (witness) {
    case 'service':
      return [
        'Live, nobody sees a payment by QR code yet: the page says “We cannot see this payment”.',
        'One line in .env changes it: LEYDEN_PROVIDER=verified-first, or LEYDEN_SETTLES=1 with LEYDEN_NWC_URL=…',
      ]
    case 'verified-first':
      return [
        'Live, payments are seen if the server of your address verifies them: create-leyden check <address>',
        'If it does not, one line in .env changes it: LEYDEN_SETTLES=1, with LEYDEN_NWC_URL=… of your wallet.',
      ]
    case 'nwc':
      return ['Live, your wallet reports payments: set LEYDEN_NWC_URL in .env to its connection.']
    case 'settle':
      return ['Live, your server reports payments: it calls POST /api/leyden/admin/settle.']
    default:
      return witness satisfies never
  }
}
