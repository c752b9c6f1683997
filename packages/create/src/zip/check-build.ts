import { tryOrUndefined } from '@leyden/core/internal'

/** A file of a game's web build. */
export interface BuildFile {
  /** The path in the build, with slashes. */
  path: string
  bytes: number
}

/** The limits of itch.io for games that run in the page (its "HTML5 games" documentation). */
const LIMITS = { files: 1_000, totalBytes: 500e6, fileBytes: 200e6, pathLength: 240 }

/**
 * The reasons why itch.io would refuse this build or it would not run there, each with its fix; empty if there are
 * none.
 */
export function checkBuild(files: readonly BuildFile[], read: (path: string) => string): string[] {
  return [...checkPages(files, read), ...checkLimits(files)]
}

function checkPages(files: readonly BuildFile[], read: (path: string) => string): string[] {
  const paths = new Set(files.map(({ path }) => path))
  if (!paths.has('index.html')) return [noIndex([...paths])]
  const problems: string[] = []
  for (const { path } of files.filter((file) => /\.(html?|css)$/i.test(file.path))) {
    const text = read(path)
    for (const url of absoluteUrls(text))
      problems.push(
        `${path}: ${url} begins at the host’s root, and the game runs in a folder. Make it relative (Vite: base: './').`,
      )
    if (path === 'index.html')
      for (const script of scriptsOf(text)) {
        // The script of the embed loads the widget and the payment from its own folder.
        const missing = ['leyden-widget.js', 'leyden-payment.js']
          .map((name) => script.replace(/(?<=^|\/)leyden\.js$/, name))
          .find((part) => !paths.has(part))
        if (!paths.has(script)) problems.push(noScript(script, [...paths]))
        else if (missing !== undefined)
          problems.push(
            `${script} loads ${missing}, which is not there: copy leyden*.js of @leyden/embed’s dist beside index.html, or load leyden.full.js in its place.`,
          )
      }
  }
  return problems
}

function noIndex(paths: string[]): string {
  const elsewhere = paths.find((path) => /(^|\/)index\.html$/i.test(path))
  if (elsewhere === undefined)
    return 'There is no index.html: give the folder that the engine’s web build has made.'
  const folder = elsewhere.slice(0, -'/index.html'.length)
  return elsewhere.includes('/')
    ? `index.html is in ${folder}: give that folder.`
    : `${elsewhere} has to be named index.html, in small letters.`
}

function noScript(script: string, paths: string[]): string {
  if (/(^|\/)leyden([-.]\w+)?\.js$/.test(script))
    return `index.html loads ${script}, which is not there: copy leyden*.js of @leyden/embed’s dist beside index.html.`
  const otherCase = paths.find((path) => path.toLowerCase() === script.toLowerCase())
  return otherCase === undefined
    ? `index.html loads ${script}, which is not there.`
    : `index.html loads ${script}, and the file is named ${otherCase}: the case matters there.`
}

/** The files that pages load from the root of their host: `src="/x"`, `href="/x"`, `url(/x)`. */
function absoluteUrls(text: string): string[] {
  const found = text.matchAll(
    /(?:\b(?:src|href|data|poster)\s*=\s*["']?|\burl\(\s*["']?)(\/(?!\/)[^"'\s)>]*)/gi,
  )
  return [...new Set([...found].map((match) => match[1] ?? ''))]
}

/** The scripts that a page loads by relative URLs, as paths in the build. */
function scriptsOf(html: string): string[] {
  return [...html.replace(/<!--[\s\S]*?-->/g, '').matchAll(/<script\b[^>]*\bsrc\s*=\s*["']?([^"'\s>]+)/gi)]
    .map((match) => match[1] ?? '')
    .filter((src) => !/^(\/|[a-z][a-z0-9+.-]*:)/i.test(src))
    .map(pathOf)
}

/** The path of a relative URL; of a wrong one, such as `100%.js`, the text itself. */
function pathOf(src: string): string {
  return tryOrUndefined(() => decodeURI(new URL(src, 'http://build.invalid/').pathname.slice(1))) ?? src
}

function checkLimits(files: readonly BuildFile[]): string[] {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  const problems: string[] = []
  for (const { path, bytes } of files) {
    if (bytes > LIMITS.fileBytes)
      problems.push(`${path} has ${megabytes(bytes)}; itch.io takes ${megabytes(LIMITS.fileBytes)} a file.`)
    if (path.length > LIMITS.pathLength)
      problems.push(`${path} is longer than the ${LIMITS.pathLength} characters that itch.io takes.`)
  }
  if (files.length > LIMITS.files)
    problems.push(`${files.length} files; itch.io takes ${LIMITS.files}. Put assets into packs or atlases.`)
  if (total > LIMITS.totalBytes)
    problems.push(`${megabytes(total)} in all; itch.io takes ${megabytes(LIMITS.totalBytes)}.`)
  return problems
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6)} MB`
}
