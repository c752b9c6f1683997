import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const home = join(import.meta.dirname, '..')
const tsc = join(home, '../../node_modules/.bin/tsc')

/** A third-party library that uses the hooks and re-exports their types. */
const library = `
import {
  type PayOptions, type PayToLightningAddressProps, type RampWidgetProps,
  useLightningAddress, usePayToLightningAddress, useRampWidget,
} from '@leyden/react'

export const usePay = (options: PayOptions) => usePayToLightningAddress(options)
export const usePayState = () => usePayToLightningAddress({}).state
export const usePayParts = () => {
  const { intent, fields, actions, getInvoiceLinkProps, unclearCharge, copied, fiat, wallets } = usePayToLightningAddress({})
  const { address, amount, note, payer } = fields
  return { intent, actions, getInvoiceLinkProps, lookup: address.lookup, problem: amount.problem, note, payer: payer.fields, unclearCharge, copied, fiat, wallets }
}
export const useCharge = () => {
  const { state } = usePayToLightningAddress({})
  return 'charge' in state ? { charge: state.charge, recipient: state.recipient, earlier: state.earlier, arrived: state.arrived } : null
}
export const useMismatch = () => {
  const { state } = usePayToLightningAddress({})
  return state.status === 'mismatch' ? { mismatch: state.mismatch, order: state.order } : null
}
export const useOrderIntent = () => {
  const { intent } = usePayToLightningAddress({})
  return intent?.status === 'read' ? intent.reading : intent
}
export const useAddress = () => useLightningAddress().lookup
export const useProblem = () => {
  const { lookup } = useLightningAddress()
  return lookup.status === 'invalid' ? lookup.problem : lookup.status === 'unreachable' ? lookup.error : lookup.status === 'found' ? lookup.recipient : null
}
export const useRamp = () => useRampWidget({})
export const useRampParts = () => {
  const { state, actions, fields, getFrameProps, getLinkProps, examine } = useRampWidget({})
  return { state, actions, email: fields.email, destination: fields.destination.state, getFrameProps, getLinkProps, examine }
}
export const useSession = () => {
  const { state } = useRampWidget({})
  return 'session' in state ? state.session : state.status === 'failed' ? state.failure : 'fallbackLink' in state ? state.fallbackLink : null
}
type Arguments<F> = F extends ((...given: infer A) => unknown) | undefined ? A : never
export const paid = (...given: Arguments<PayToLightningAddressProps['onPaid']>) => given[0]
export const failed = (...given: Arguments<PayToLightningAddressProps['onError']>) => given[0]
export const moved = (...given: Arguments<RampWidgetProps['onStateChange']>) => given[0]
export const blocked = (...given: Arguments<RampWidgetProps['onBlocked']>) => given
export const bought = (...given: Arguments<RampWidgetProps['onCompleted']>) => given[0]
export const adapter = (options: RampWidgetProps) => options.messageAdapter
export const network = (options: PayOptions) => options.network
export const client = (options: PayOptions) => options.client
`

const run = promisify(execFile)
let place: string

/** Installs a package with our packages that it needs, so that a consumer cannot resolve the latter. */
async function install(name: string): Promise<void> {
  const from = join(home, '..', name.replace('@leyden/', ''))
  const to = join(place, 'node_modules/.pnpm/leyden/node_modules', name)
  if (existsSync(to)) return
  await cp(join(from, 'dist'), join(to, 'dist'), { recursive: true })
  await cp(join(from, 'package.json'), join(to, 'package.json'))
  const { dependencies = {} } = JSON.parse(await readFile(join(from, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>
  }
  for (const needed of Object.keys(dependencies)) if (needed.startsWith('@leyden/')) await install(needed)
}

// Like pnpm: a package that depends on @leyden/react cannot resolve our other packages.
beforeAll(async () => {
  place = await realpath(await mkdtemp(join(tmpdir(), 'leyden-types-')))
  await install('@leyden/react')
  await mkdir(join(place, 'node_modules/@leyden'))
  await symlink('../.pnpm/leyden/node_modules/@leyden/react', join(place, 'node_modules/@leyden/react'))
  const { peerDependencies } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as {
    peerDependencies: Record<string, string>
  }
  for (const peer of ['@types/react', ...Object.keys(peerDependencies)]) {
    const to = join(place, 'node_modules', peer)
    await mkdir(dirname(to), { recursive: true })
    await symlink(join(home, 'node_modules', peer), to)
  }
})
afterAll(() => rm(place, { recursive: true }))

it('can be named by a library that has no other package of ours', { timeout: 60_000 }, async () => {
  await writeFile(join(place, 'library.ts'), library)
  const options = [
    '--strict',
    '--exactOptionalPropertyTypes',
    '--skipLibCheck',
    '--declaration',
    '--types',
    'react',
  ]
  const built = await run(
    tsc,
    [
      ...options,
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
      '--target',
      'es2022',
      '--outDir',
      'out',
      'library.ts',
    ],
    { cwd: place },
  ).catch(({ stdout }: { stdout: string }) => ({ stdout }))
  expect(built.stdout).toBe('')
  const declared = await readFile(join(place, 'out/library.d.ts'), 'utf8')
  const named = [...declared.matchAll(/(?:from|import\() ?["']([^"']+)["']/g)].map(([, from]) => from)
  expect(new Set(named)).toEqual(new Set(['@leyden/react']))
})
