/** A further file, as it hands itself over. */
interface Part {
  name: string
  build: string
  run(shared: unknown): unknown
}

export interface PartFiles {
  /** Which build they have to be of: the files share names that each build makes anew. */
  build: string
  /** By file name: for `integrity`, where the page has one for the script. */
  integrity: Readonly<Record<string, string>>
}

const EVENT = 'leyden-part'
const TIMEOUT_MS = 20_000

/**
 * Loads the files that lie beside the script when they are needed, and once. Each hands itself over by an event, not
 * by a global name, so it may as well be loaded by a tag of its own or stand in one file with the first: then nothing
 * is fetched.
 *
 * Call it while the script runs: only then is it known where it came from.
 *
 * @param importFile `import()`, which no bundler touches.
 */
export function createPartLoader(
  { build, integrity }: PartFiles,
  importFile: (url: string) => Promise<unknown>,
): (name: string, shared: unknown) => Promise<unknown> {
  const { currentScript } = document
  const own = currentScript instanceof HTMLScriptElement ? currentScript : undefined
  const parts = new Map<string, Part>()
  const loading = new Map<string, Promise<unknown>>()
  const tries = new Map<string, number>()
  let policy: { createScriptURL(url: string): string } | undefined

  document.addEventListener(EVENT, (event) => {
    const { detail } = event as CustomEvent<Part>
    if (detail.build === build) parts.set(detail.name, detail)
  })

  /** An old copy in a cache, and a failure that a browser remembers, are got round by another address. */
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
      // Classic scripts are read as the page is, which may be older than UTF-8.
      script.charset = 'utf-8'
      if (own?.nonce) script.nonce = own.nonce
      if (own?.crossOrigin) script.crossOrigin = own.crossOrigin
      if (own?.integrity) script.integrity = integrity[name] ?? ''
      script.onload = resolve
      script.onerror = () => reject(new Error(`${url} could not be loaded.`))
      document.documentElement.append(script)
      script.remove()
    })

  // An import needs no nonce and no Trusted Types, but no page from a disk and not every sandboxed frame may do it,
  // and it checks no hash: where the page asks for one, an element does.
  const fetchPart = (name: string, url: string) =>
    own?.integrity || url.startsWith('file:')
      ? byElement(name, url)
      : importFile(url).catch(() => byElement(name, url))

  const load = async (name: string, shared: unknown) => {
    for (let left = 2; left > 0 && !parts.has(name); left--) await inTime(fetchPart(name, nextUrl(name)))
    const part = parts.get(name)
    if (!part) throw new Error(`${name} is of another release than the script that loads it.`)
    return part.run(shared)
  }

  return (name, shared) => {
    const known = loading.get(name)
    if (known) return known
    const begun = load(name, shared).catch((error: unknown) => {
      loading.delete(name)
      throw error
    })
    loading.set(name, begun)
    return begun
  }
}

function inTime(work: Promise<unknown>): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('A file of Leyden did not come in time.')), TIMEOUT_MS)
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string }
}

declare global {
  var trustedTypes: TrustedTypes | undefined
}
