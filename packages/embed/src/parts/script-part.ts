/** The second file, as it hands itself over. */
interface Part {
  build: string
  run(shared: unknown): unknown
}

export interface PartFile {
  /** Beside the script's own file. */
  name: string
  /** Which build it has to be of: the two files share names that each build makes anew. */
  build: string
  /** For `integrity`, where the page has one for the script. */
  integrity: string
}

const EVENT = 'leyden-part'
const TIMEOUT_MS = 20_000

/**
 * Loads the second file when it is needed, and once. It hands itself over by an event, not by a global name, so it
 * may as well be loaded by a tag of its own or stand in one file with the first: then nothing is fetched.
 *
 * Call it while the script runs: only then is it known where it came from.
 *
 * @param importFile `import()`, which no bundler touches.
 */
export function createPartLoader(
  { name, build, integrity }: PartFile,
  importFile: (url: string) => Promise<unknown>,
): (shared: unknown) => Promise<unknown> {
  const { currentScript } = document
  const own = currentScript instanceof HTMLScriptElement ? currentScript : undefined
  let part: Part | undefined
  let loading: Promise<unknown> | undefined
  let tries = 0
  let policy: { createScriptURL(url: string): string } | undefined

  document.addEventListener(EVENT, (event) => {
    const { detail } = event as CustomEvent<Part>
    if (detail.build === build) part = detail
  })

  /** An old copy in a cache, and a failure that a browser remembers, are got round by another address. */
  const nextUrl = () => {
    const { href } = new URL(name, own?.src || document.baseURI)
    return tries++ === 0 ? href : `${href}?${build}.${tries}`
  }

  const byElement = (url: string) =>
    new Promise((resolve, reject) => {
      const script = document.createElement('script')
      policy ??= trustedTypes?.createPolicy('leyden', { createScriptURL: (given) => given })
      script.src = policy?.createScriptURL(url) ?? url
      if (own?.nonce) script.nonce = own.nonce
      if (own?.crossOrigin) script.crossOrigin = own.crossOrigin
      if (own?.integrity) script.integrity = integrity
      script.onload = resolve
      script.onerror = () => reject(new Error(`${url} could not be loaded.`))
      document.documentElement.append(script)
      script.remove()
    })

  // An import needs no nonce and no Trusted Types, but no page from a disk and not every sandboxed frame may do it,
  // and it checks no hash: where the page asks for one, an element does.
  const fetchPart = (url: string) =>
    own?.integrity || url.startsWith('file:') ? byElement(url) : importFile(url).catch(() => byElement(url))

  const load = async (shared: unknown) => {
    for (let left = 2; left > 0 && !part; left--) await inTime(fetchPart(nextUrl()))
    if (!part) throw new Error(`${name} is of another release than the script that loads it.`)
    return part.run(shared)
  }

  return (shared) => {
    loading ??= load(shared).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
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
