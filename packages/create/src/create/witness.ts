import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { ownCommand } from '../own-files.js'

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
    hint: 'the page then says “We cannot see this payment”; a setting in .env changes it later',
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
  // The wallet's connection is a secret that the tool does not ask for. Until it is there, nobody reports payments.
  nwc: [
    'LEYDEN_PROVIDER=service',
    '# Put the connection of your wallet here, and remove both “# ”:',
    '# LEYDEN_NWC_URL=nostr+walletconnect://…',
    '# LEYDEN_SETTLES=1',
  ],
  settle: ['LEYDEN_PROVIDER=service', 'LEYDEN_SETTLES=1'],
}

/** The comment above the settings. */
export const WITNESS_COMMENT = [
  '# Who sees that a payment by QR code has arrived, once the app is live (node_modules/@leyden/bff/README.md):',
  '#   LEYDEN_PROVIDER=verified-first         the server of the Lightning Address, if it verifies payments (LUD-21)',
  '#   LEYDEN_NWC_URL=… and LEYDEN_SETTLES=1  a wallet of yours, by Nostr Wallet Connect',
  '#   LEYDEN_SETTLES=1                       a server of yours, which calls POST /api/leyden/admin/settle',
  '#   LEYDEN_PROVIDER=service                nobody: the page says “We cannot see this payment”',
  '# In place of 1, LEYDEN_SETTLES lists the Lightning Addresses whose payments are reported, separated by commas.',
]

/** Whether the settings of an app say who sees payments. */
export function hasWitness(root: string): boolean {
  const files = ['.env', '.env.local'].map((name) => join(root, name)).filter((file) => existsSync(file))
  const settings = parseEnv(files.map((file) => readFileSync(file, 'utf8')).join('\n'))
  return ['LEYDEN_PROVIDER', 'LEYDEN_NWC_URL', 'LEYDEN_SETTLES'].some((name) => settings[name] !== undefined)
}

/** What the tool says at its end: whether payments will be seen, and the settings that change it. */
export function witnessLines(witness: Witness): string[] {
  switch (witness) {
    case 'service':
      return [
        'Live, nobody sees a payment by QR code yet: the page says “We cannot see this payment”.',
        'Settings in .env change it: LEYDEN_PROVIDER=verified-first, or LEYDEN_NWC_URL=… and LEYDEN_SETTLES=1.',
      ]
    case 'verified-first':
      return [
        'Live, payments are seen if the server of your address verifies them:',
        `${ownCommand('check')} <address>`,
        'If it does not, a wallet of yours can report them: LEYDEN_NWC_URL=… and LEYDEN_SETTLES=1 in .env.',
      ]
    case 'nwc':
      return [
        'Live, your wallet reports payments once .env has LEYDEN_NWC_URL, its connection, and LEYDEN_SETTLES=1.',
      ]
    case 'settle':
      return ['Live, your server reports payments: it calls POST /api/leyden/admin/settle.']
    default:
      return witness satisfies never
  }
}
