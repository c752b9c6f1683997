import { parseArgs } from 'node:util'
import type { CheckReport } from '@leyden/bff/operations'
import { openProgram } from '../program.js'
import { listen, PortTaken } from '../server/listen.js'
import type { Command } from './command.js'

/**
 * `leyden-bff check [address] [--email you@…] [--origin https://…]… [--json]`: tests the configuration. If the program
 * is not running, this listens on its port for the webhook that it sends to itself.
 */
export const check: Command = async (args, env) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      json: { type: 'boolean' },
      email: { type: 'string' },
      origin: { type: 'string', multiple: true },
    },
  })
  const { settings, bff, ops, publicHandler, store, log } = await openProgram(env, { log: () => {} })
  const server = await listen(publicHandler, settings.HOST, settings.PORT, log).catch((error) => {
    if (error instanceof PortTaken) return undefined
    throw error
  })
  try {
    const report = await ops.check({ address: positionals[0], email: values.email, origins: values.origin })
    process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : textOf(report))
    return report.ok ? 0 : 1
  } finally {
    await bff.close()
    await server?.close()
    await store.close()
  }
}

function textOf({ ok, findings }: CheckReport): string {
  const lines = findings.flatMap(({ outcome, subject, what, party, fix }) => [
    `${(outcome === 'problem' ? 'PROBLEM' : outcome).padEnd(8)} ${subject.padEnd(8)} ${what}`,
    ...(party === undefined ? [] : [`${' '.repeat(18)}Where the fault is: ${party}.`]),
    ...(fix === undefined ? [] : [`${' '.repeat(18)}What to do: ${fix}`]),
  ])
  return `${lines.join('\n')}\n${ok ? 'Everything that was checked works.' : 'There are problems.'}\n`
}
