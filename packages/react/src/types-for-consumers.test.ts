import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const packageFolder = join(import.meta.dirname, '..')
const tsc = join(packageFolder, '../../node_modules/.bin/tsc')

/** A third-party library that uses the hooks and re-exports their types. */
const library = `
import type { PayOptions, PayToLightningAddressProps, RampWidgetProps } from '@leyden/react'
import { useLightningAddress, usePayToLightningAddress, useRampWidget } from '@leyden/react/parts'

export const usePay = (options: PayOptions) => usePayToLightningAddress(options)
export const usePayState = () => usePayToLightningAddress({}).state
export const usePayParts = () => {
  const { fields, actions, wallets, view } = usePayToLightningAddress({})
  const { intent, outage, fiat } = view
  const { address, amount, note, payer } = fields
  return { intent, actions, lookup: address.lookup, problem: amount.problem, note, payer: payer.fields, outage, fiat, wallets, view }
}
export const useCharge = () => {
  const { state } = usePayToLightningAddress({})
  return 'charge' in state ? { charge: state.charge, recipient: state.recipient, earlier: state.earlier, arrived: state.arrived } : null
}
export const useMismatch = () => {
  const { state } = usePayToLightningAddress({})
  return state.status === 'mismatch' ? { mismatch: state.mismatch, terms: state.terms } : null
}
export const useOrderIntent = () => {
  const { intent } = usePayToLightningAddress({}).view
  return intent?.status === 'read' ? intent.reading : intent
}
export const useAddress = () => useLightningAddress().lookup
export const useProblem = () => {
  const { lookup } = useLightningAddress()
  return lookup.status === 'invalid' ? lookup.problem : lookup.status === 'unreachable' ? lookup.error : lookup.status === 'found' ? lookup.recipient : null
}
export const useRamp = () => useRampWidget({})
export const useRampParts = () => {
  const { state, actions, fields, view } = useRampWidget({})
  return { state, actions, email: fields.email, destination: fields.destination.state, view }
}
export const useSession = () => {
  const { state } = useRampWidget({})
  return 'session' in state ? state.session : state.status === 'failed' ? state.failure : 'fallbackLink' in state ? state.fallbackLink : null
}
type Arguments<F> = F extends ((...args: infer A) => unknown) | undefined ? A : never
export const paid = (...args: Arguments<PayToLightningAddressProps['onPaid']>) => args[0]
export const failed = (...args: Arguments<PayToLightningAddressProps['onError']>) => args[0]
export const moved = (...args: Arguments<RampWidgetProps['onStateChange']>) => args[0]
export const blocked = (...args: Arguments<RampWidgetProps['onBlocked']>) => args
export const bought = (...args: Arguments<RampWidgetProps['onCompleted']>) => args[0]
export const adapter = (options: RampWidgetProps) => options.messageAdapter
export const network = (options: PayOptions) => options.network
export const client = (options: PayOptions) => options.client
`

const runCommand = promisify(execFile)
let consumerFolder: string

/** Installs a package and those of our packages that it depends on, which a consumer cannot resolve. */
async function install(name: string): Promise<void> {
  const source = join(packageFolder, '..', name.replace('@leyden/', ''))
  const target = join(consumerFolder, 'node_modules/.pnpm/leyden/node_modules', name)
  if (existsSync(target)) return
  await cp(join(source, 'dist'), join(target, 'dist'), { recursive: true })
  await cp(join(source, 'package.json'), join(target, 'package.json'))
  const { dependencies = {} } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>
  }
  for (const dependency of Object.keys(dependencies))
    if (dependency.startsWith('@leyden/')) await install(dependency)
}

// As with pnpm, a package that depends on @leyden/react cannot resolve our other packages.
beforeAll(async () => {
  consumerFolder = await realpath(await mkdtemp(join(tmpdir(), 'leyden-types-')))
  await install('@leyden/react')
  await mkdir(join(consumerFolder, 'node_modules/@leyden'))
  await symlink(
    '../.pnpm/leyden/node_modules/@leyden/react',
    join(consumerFolder, 'node_modules/@leyden/react'),
  )
  const { peerDependencies } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as {
    peerDependencies: Record<string, string>
  }
  for (const peer of ['@types/react', ...Object.keys(peerDependencies)]) {
    const target = join(consumerFolder, 'node_modules', peer)
    await mkdir(dirname(target), { recursive: true })
    await symlink(join(packageFolder, 'node_modules', peer), target)
  }
})
afterAll(() => rm(consumerFolder, { recursive: true }))

/** Compiles a file of a consumer. @returns the messages of the compiler */
async function compile(name: string, code: string): Promise<string> {
  await writeFile(join(consumerFolder, name), code)
  const options = [
    ...['--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', '--declaration', '--types', 'react'],
    ...['--module', 'esnext', '--moduleResolution', 'bundler', '--target', 'es2022', '--outDir', 'out'],
  ]
  const { stdout } = await runCommand(tsc, [...options, name], { cwd: consumerFolder }).catch(
    (failure: { stdout: string }) => failure,
  )
  return stdout
}

it('a library without our other packages can name the types of the hooks', async () => {
  expect(await compile('library.ts', library)).toBe('')
  const declarations = await readFile(join(consumerFolder, 'out/library.d.ts'), 'utf8')
  const importedPackages = [...declarations.matchAll(/(?:from|import\() ?["']([^"']+)["']/g)].map(
    ([, from]) => from,
  )
  expect(new Set(importedPackages)).toEqual(new Set(['@leyden/react', '@leyden/react/parts']))
})

// Each widget adds its events to those of the provider, so the declarations of an entry have to lead to them.
it.each([
  ['pay', "event.widget === 'pay' && event.type === 'paid' ? event.payment.charge.id : ''"],
  ['ramp', "event.widget === 'ramp' && event.type === 'completed' ? event.purchase.sessionId : ''"],
])('the provider of the entry %s has the events of its widget', async (entry, idOf) => {
  const code = `import type { LeydenProviderProps } from '@leyden/react/${entry}'
export const ids: string[] = []
export const onWidgetEvent: LeydenProviderProps['onWidgetEvent'] = (event) => ids.push(${idOf})
`
  expect(await compile(`${entry}.ts`, code)).toBe('')
})
