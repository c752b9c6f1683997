// The BFF in a process with only those APIs that Workers have too. A test runs it.
const { stdout } = process

// Node's own web classes use these names, so they are hidden only from other code.
for (const name of ['process', 'Buffer', 'global', 'setImmediate', 'clearImmediate']) {
  const value = globalThis[name]
  Object.defineProperty(globalThis, name, {
    get() {
      const caller = new Error().stack?.split('\n')[2] ?? ''
      if (caller.includes('file://')) throw new ReferenceError(`${name} is not defined`)
      return value
    },
  })
}

const { createBff, serviceProvider } = await import('@leyden/bff')
const { memoryStore } = await import('@leyden/bff/memory')
const { createSandbox } = await import('@leyden/sandbox')

const sandbox = createSandbox()
const worker = createBff({
  pay: serviceProvider({
    apiKey: 'sandbox-key',
    baseUrl: 'https://service.example',
    transport: (url, init) => sandbox.fetch(new Request(url, init)),
  }),
  store: memoryStore(),
  publicUrl: 'https://worker.example/leyden',
  secrets: ['a secret of more than thirty-two characters'],
  network: 'regtest',
})
const base = 'https://worker.example/leyden'
const post = (path, body, headers = { 'x-leyden': '1' }) =>
  worker.fetch(
    new Request(`${base}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
  )

const validated = await worker.fetch(new Request(`${base}/v0/ln-address/validate/alice%40wallet.example`))
const charged = await post('v0/ln-address/fetch-charge', {
  lnaddress: 'alice@wallet.example',
  amount: '2100000',
})
const { data } = await charged.json()
const watched = await (await worker.fetch(new Request(`${base}/${data.watch_url}`))).json()
const missing = await worker.fetch(new Request(`${base}/nowhere`))
const foreign = await post('v0/ln-address/fetch-charge', {}, {})
stdout.write(
  JSON.stringify([validated.status, charged.status, watched.data.status, missing.status, foreign.status]),
)
