import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gamePage } from '../game-page.js'
import {
  GAME_LISTENER,
  ISOLATED,
  page,
  plainPage,
  RAMP_WHERE_ISOLATED,
  type Shell,
  withGameScripts,
} from './shell.js'

const withNonce = (html: string) => html.replaceAll('<script', '<script nonce="n0nce"')
/** The hashes of all files of the script, by name. */
const hashes = () => {
  const { files } = JSON.parse(
    readFileSync(fileURLToPath(import.meta.resolve('@leyden/embed/integrity.json')), 'utf8'),
  ) as { files: Record<string, { integrity: string }> }
  return Object.fromEntries(Object.entries(files).map(([name, { integrity }]) => [name, integrity]))
}
const withIntegrity = (html: string) =>
  html.replace('src="/leyden.js"', `src="/leyden.js" integrity="${hashes()['leyden.js']}" crossorigin`)

const policy = (scripts: string, bffUrl: string, trustedTypes: string) => ({
  'content-security-policy': `default-src 'none'; style-src 'none'; script-src ${scripts}; connect-src ${bffUrl}; img-src data:; require-trusted-types-for 'script'; trusted-types ${trustedTypes}`,
})

/** The page checks what becomes HTML or a script: its own host may serve scripts, and nobody may write HTML. */
const DEFAULT_POLICY = `<script>
  trustedTypes.createPolicy('default', {
    createHTML: (html) => { problems.push('HTML: ' + html); return null },
    createScript: (code) => { problems.push('code: ' + code); return null },
    createScriptURL: (url) => new URL(url, location.href).origin === location.origin ? url : null,
  })
</script>`

/** Electron's own objects, by which libraries recognize Node. */
const ELECTRON = `<script>
  Object.assign(window, { module: { exports: {} }, exports: {}, process: { type: 'renderer', versions: { electron: '40.0.0', node: '24.0.0' } } })
  window.require = (name) => { throw new Error('Cannot find module ' + name) }
</script>`
const metaPolicy = (bffUrl: string) =>
  `<meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self' 'nonce-n0nce'; style-src 'self'; img-src 'self' data:; connect-src 'self' ${bffUrl}">`

/** Pages whose policies refuse most of what scripts do, and pages that no server sends. */
export const policyShells: Record<string, Shell> = {
  'a policy of a nonce, without Trusted Types': page(
    plainPage,
    ({ bffUrl }) => policy(`'nonce-n0nce'`, bffUrl, `'none'`),
    withNonce,
  ),
  'a policy of hashes': page(
    (shop) => withIntegrity(plainPage(shop)),
    ({ bffUrl }, html) => {
      const inline = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
        ([, code = '']) => `sha256-${createHash('sha256').update(code).digest('base64')}`,
      )
      const sources = [...Object.values(hashes()), ...inline].map((hash) => `'${hash}'`)
      return policy(sources.join(' '), bffUrl, 'leyden')
    },
  ),
  'a policy of a nonce, with integrity and Trusted Types': page(
    (shop) => withIntegrity(plainPage(shop)),
    ({ bffUrl }) => policy(`'nonce-n0nce'`, bffUrl, 'leyden'),
    withNonce,
  ),
  'Trusted Types with a default policy of the page': page(
    ({ bffUrl }) =>
      gamePage(bffUrl, GAME_LISTENER).replace(
        '<script src="/leyden.js">',
        `${DEFAULT_POLICY}<script src="/leyden.js">`,
      ),
    ({ bffUrl }) => policy(`'nonce-n0nce'`, bffUrl, 'default'),
    // WebKit and Firefox may lack Trusted Types.
    (html) => withNonce(html).replace('trustedTypes.createPolicy', 'window.trustedTypes?.createPolicy'),
  ),
  'a cross-origin isolated page': { ...page(plainPage, ISOLATED('require-corp')), ramp: RAMP_WHERE_ISOLATED },
  'an Electron-like window with a policy in its page': page(
    ({ bffUrl }) =>
      gamePage(bffUrl, GAME_LISTENER)
        .replace('<meta charset="utf-8">', (meta) => meta + metaPolicy(bffUrl))
        .replace('<script', `${ELECTRON}<script`),
    {},
    withNonce,
  ),
  'a file without a server': {
    serve(shop) {
      const folder = mkdtempSync(join(tmpdir(), 'leyden-file-'))
      cpSync(dirname(fileURLToPath(import.meta.resolve('@leyden/embed/leyden.js'))), folder, {
        recursive: true,
      })
      process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
      const file = join(folder, 'index.html')
      writeFileSync(file, withGameScripts(plainPage(shop)).replace('"/leyden.js"', '"leyden.js"'))
      return { url: pathToFileURL(file).href }
    },
  },
}
