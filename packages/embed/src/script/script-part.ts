import { withDeadline } from '@leyden/core/internal'

/** The content of a further file. */
interface Part {
  name: string
  build: string
  /** The files that have to run before it. */
  needs: readonly string[]
  /** @returns its exports for other files; `require` returns the exports of other files by their paths */
  run(require: (path: string) => unknown): unknown
}

export interface PartFiles {
  /** The build that the files have to belong to, because they share names that differ from build to build. */
  build: string
  /** The `integrity` of each file, by name; used if the page's own script has one. */
  integrity: Readonly<Record<string, string>>
}

const EVENT = 'leyden-part'
const TIMEOUT_MS = 20_000

/**
 * Loads further files from the script's folder when they are needed, each once. A file registers itself with an event
 * and needs no global name. So it may also be loaded by its own tag, or be part of the first file: then nothing is
 * fetched.
 *
 * Call this while the script runs, because only then the browser reports the script's URL.
 *
 * @param importFile `import()`, hidden from the bundler
 * @param files the exports that the further files may use of the first file
 */
export function createPartLoader(
  { build, integrity }: PartFiles,
  importFile: (url: string) => Promise<unknown>,
  files: Readonly<Record<string, unknown>>,
) {
  const { currentScript } = document
  const own = currentScript instanceof HTMLScriptElement ? currentScript : undefined
  const parts = new Map<string, Part>()
  const ran = new Map(Object.entries(files))
  const tries = new Map<string, number>()
  let policy: ScriptPolicy | undefined

  document.addEventListener(EVENT, (event) => {
    const { detail } = event as CustomEvent<Part>
    if (detail.build === build) parts.set(detail.name, detail)
  })

  /** A retry has a different URL, because the browser may have cached an old copy or the failure. */
  const nextUrl = (name: string) => {
    const { href } = new URL(name, own?.src || document.baseURI)
    const before = tries.get(name) ?? 0
    tries.set(name, before + 1)
    return before === 0 ? href : `${href}?${build}.${before + 1}`
  }

  const byElement = (name: string, url: string) =>
    new Promise((resolve, reject) => {
      const script = document.createElement('script')
      policy ??= trustedTypes?.createPolicy('leyden', { createScriptURL: (given) => given })
      script.src = policy?.createScriptURL(url) ?? url
      // Classic scripts have the page's encoding, which may not be UTF-8.
      script.charset = 'utf-8'
      if (own?.nonce) script.nonce = own.nonce
      if (own?.crossOrigin) script.crossOrigin = own.crossOrigin
      if (own?.integrity) script.integrity = integrity[name] ?? ''
      script.onload = resolve
      script.onerror = () => reject(new Error(`${url} could not be loaded.`))
      document.documentElement.append(script)
      script.remove()
    })

  // An import needs neither a nonce nor Trusted Types, but it checks no hash, and pages from a disk cannot import. A page
  // with an opaque origin, such as a portal's sandboxed frame, can only import from a server with CORS headers.
  const fetchPart = (name: string, url: string): Promise<unknown> => {
    if (own?.integrity || url.startsWith('file:')) return byElement(name, url)
    return origin === 'null'
      ? byElement(name, url).catch(() => importFile(url))
      : importFile(url).catch(() => byElement(name, url))
  }

  const fetch = once(async (name) => {
    for (let left = 2; left > 0 && !parts.has(name); left--)
      await withDeadline(TIMEOUT_MS, undefined, () => fetchPart(name, nextUrl(name)))
    const part = parts.get(name)
    if (!part) throw new Error(`${name} is of another release than the script that loads it.`)
    return part
  })

  const load: (name: string) => Promise<unknown> = once(async (name) => {
    const { needs, run } = await fetch(name)
    await Promise.all(needs.map(load))
    const shared = run((path) => ran.get(path.slice(2)) ?? load(path.slice(2)))
    ran.set(name, shared)
    return shared
  })

  return {
    /**
     * Loads and runs a file, after the files that it needs. Rejects if one cannot be loaded; the next call tries again.
     */
    load,
    /** Fetches a file without running it. */
    fetch,
  }
}

/** Runs the work once for each name, and again only after a failure. */
function once<T>(work: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const started = new Map<string, Promise<T>>()
  return (name) => {
    const known = started.get(name)
    if (known) return known
    const result = work(name).catch((error: unknown) => {
      started.delete(name)
      throw error
    })
    started.set(name, result)
    return result
  }
}

interface ScriptPolicy {
  createScriptURL(url: string): string
}

declare global {
  var trustedTypes: { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy } | undefined
}
