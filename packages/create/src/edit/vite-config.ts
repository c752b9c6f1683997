const PLUGIN = './leyden/vite-plugin.mjs'

/** What a person has to add to a config that {@link addPlugin} cannot edit. */
export const BY_HAND = `import { leyden } from '${PLUGIN}', and leyden() in the plugins`

/** Adds our plugin to a Vite config, and leaves every other character unchanged; null if it has no list of plugins. */
export function addPlugin(text: string): string | null {
  if (text.includes(PLUGIN)) return text
  // Plugins of plugins, and those of a part of the config, are indented more.
  const lists = [...text.matchAll(/^([ \t]*)(?![ \t]|\/\/|\*).*?\bplugins\s*:\s*\[\s*/gm)]
  const [list] = lists.sort(([, one = ''], [, other = '']) => one.length - other.length)
  if (!list) return null
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const start = list.index + list[0].length
  const rest = text.slice(start)
  const entry = rest.startsWith(']') ? 'leyden()' : 'leyden(), '
  const statement = text.includes('module.exports')
    ? `const { leyden } = require('${PLUGIN}')`
    : `import { leyden } from '${PLUGIN}'`
  const line = usesDoubleQuotes(text) ? statement.replaceAll("'", '"') : statement
  return `${line}${text.includes(';') ? ';' : ''}${newline}${text.slice(0, start)}${entry}${rest}`
}

/** The port of the dev server, if the config has it as a number. */
export function configuredPort(text: string): number | undefined {
  const port = /\bserver\s*:[\s\S]*?\bport\s*:\s*(\d+)/.exec(text)?.[1]
  return port === undefined ? undefined : Number(port)
}

function usesDoubleQuotes(text: string): boolean {
  return text.split('"').length > text.split("'").length
}
