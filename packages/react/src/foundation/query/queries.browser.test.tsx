import { LeydenError } from '@leyden/core'
import {
  type DefaultOptions,
  dehydrate,
  hydrate,
  onlineManager,
  QueryClient,
  QueryClientProvider,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ReactNode, StrictMode } from 'react'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { LeydenProvider, LightningAddressField, PayToLightningAddress } from '../../index.js'
import { useLightningAddressQuery } from '../../parts.js'
import { intentQueryOptions, leydenKeys, lightningAddressQueryOptions } from '../../query.js'
import { rampFrame, rampServer, renderRamp } from '../../test-support/render-ramp.js'
import { setNetwork } from '../../test-support/set-network.js'
import { createFakeClient } from '../../testing/fake-client.js'

const queryClients: QueryClient[] = []
const ALICE = 'alice@wallet.example'

afterEach(() => {
  for (const queryClient of queryClients.splice(0)) queryClient.clear()
})

/** Sets up an app with its own `QueryClient` around everything. */
function openApp(client = createFakeClient(), queryClient = new QueryClient()) {
  queryClients.push(queryClient)
  const page = (children: ReactNode) => (
    <QueryClientProvider client={queryClient}>
      <LeydenProvider client={client}>{children}</LeydenProvider>
    </QueryClientProvider>
  )
  const keys = () =>
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey)
  return { client, queryClient, page, keys }
}

function LookUpStatus({ address }: { address: string | null }) {
  const { status, fetchStatus } = useLightningAddressQuery(address)
  return <p>{`${status} ${fetchStatus}`}</p>
}

function AppQuery({ query }: { query: () => Promise<never> }) {
  const { failureCount } = useQuery({
    queryKey: ['of the app'],
    queryFn: query,
    enabled: true,
    throwOnError: false,
    refetchInterval: false,
  })
  return <p>{`Failed ${failureCount} times`}</p>
}

function AppMutation() {
  const { mutate } = useMutation({ mutationKey: ['of the app'], mutationFn: () => Promise.resolve() })
  return (
    <button type="button" onClick={() => mutate()}>
      Save
    </button>
  )
}

/** Defaults that an app can set for its own queries, with values that would break ours. */
const defaults: DefaultOptions = {
  queries: {
    throwOnError: true,
    retry: 3,
    retryDelay: 1,
    staleTime: 0,
    gcTime: 0,
    enabled: false,
    networkMode: 'offlineFirst',
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: 50,
    retryOnMount: false,
    notifyOnChangeProps: [],
    placeholderData: { valid: false, reason: 'malformed' },
  },
  mutations: {
    throwOnError: true,
    retry: 3,
    retryDelay: 1,
    onMutate: () => Promise.reject(new Error('The app is not ready.')),
  },
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('the look-up of an address', () => {
  it('makes ten requests for thirty widgets on ten addresses', async () => {
    const { client, page, queryClient } = openApp()
    const addresses = Array.from({ length: 10 }, (_, index) => `player${index}@wallet.example`)
    const widgets = Array.from({ length: 30 }, (_, index) => index)
    render(
      page(
        widgets.map((index) => (
          <PayToLightningAddress key={index} address={addresses[index % 10] ?? ''} amountSats={index + 1} />
        )),
      ),
    )
    await waitFor(() => expect(document.querySelectorAll('[data-address="found"]')).toHaveLength(30))
    expect([...client.lookedUp].sort()).toEqual(addresses)
    expect(queryClient.getQueryCache().getAll()).toHaveLength(10)
    cleanup()
    expect(
      queryClient
        .getQueryCache()
        .getAll()
        .filter((query) => query.getObserversCount() > 0),
    ).toEqual([])
  })

  it('has the documented key, with the canonical address', async () => {
    const { client, page, keys, queryClient } = openApp()
    render(page(<LightningAddressField defaultAddress=" Lightning:ALICE@Wallet.Example " />))
    await screen.findByText('Tips for Alice')
    expect(keys()).toEqual([['leyden', client.baseUrl, 'address', ALICE]])
    expect(leydenKeys.address(`${client.baseUrl}/`, 'ALICE@wallet.example')).toEqual(keys()[0])
    // The cache has the BFF's JSON unchanged, so that `dehydrate` and the devtools can show it.
    const answer = await client.validateLightningAddress(ALICE)
    const cached = queryClient.getQueryData(leydenKeys.address(client.baseUrl, ALICE))
    expect(cached).toEqual(JSON.parse(JSON.stringify(answer)))
  })

  it('shows at once what the app has prefetched', async () => {
    const { client, page, queryClient } = openApp()
    await queryClient.prefetchQuery(lightningAddressQueryOptions(client, ALICE))
    render(page(<LightningAddressField defaultAddress={ALICE} />))
    expect(screen.getByText('Tips for Alice')).toBeVisible()
    await pause(300)
    expect(client.lookedUp).toEqual([ALICE])
  })

  it('is requested again when the app invalidates it, and shows the new answer', async () => {
    const { client, page, queryClient } = openApp()
    const lookUp = client.validateLightningAddress
    render(page(<PayToLightningAddress address={ALICE} amountSats={2_100} />))
    await screen.findByText('Tips for Alice')
    client.validateLightningAddress = async (address, options) => {
      const answer = await lookUp(address, options)
      return answer.valid
        ? { ...answer, metadata: { ...answer.metadata, metadata: '[["text/plain","Tips for Alice Two"]]' } }
        : answer
    }
    await act(() => queryClient.invalidateQueries({ queryKey: leydenKeys.scope(client.baseUrl) }))
    expect(await screen.findByText('Tips for Alice Two')).toBeVisible()
    expect(client.lookedUp).toEqual([ALICE, ALICE])
  })

  it('is not repeated when a parent renders again with new functions and objects', async () => {
    const { client, page } = openApp()
    const widget = () => (
      <StrictMode>
        <PayToLightningAddress
          address={ALICE}
          amountSats={2_100}
          presets={[500]}
          wallets={[]}
          onStateChange={() => {}}
        />
      </StrictMode>
    )
    const { rerender } = render(page(widget()))
    await screen.findByText('Tips for Alice')
    for (let time = 0; time < 100; time++) rerender(page(widget()))
    await pause(300)
    // Even StrictMode, which mounts every widget twice, leads to only one request.
    expect(client.lookedUp).toEqual([ALICE])
  })

  it('that fails on a page that starts offline is told so, and sent once when the network is back', async () => {
    setNetwork(false)
    const { client, page } = openApp()
    const lookUp = client.validateLightningAddress
    client.validateLightningAddress = () =>
      Promise.reject(new LeydenError('NETWORK', 'The server could not be reached.'))
    render(
      page([
        <LightningAddressField key="field" defaultAddress={ALICE} />,
        <PayToLightningAddress key="pay" address={ALICE} amountSats={2_100} />,
      ]),
    )
    expect(
      await screen.findAllByText('You are offline. We will check the address when you are back online.'),
    ).toHaveLength(2)
    client.validateLightningAddress = lookUp
    act(() => setNetwork(true))
    await waitFor(() => expect(screen.getAllByText('Tips for Alice')).toHaveLength(2))
    expect(client.lookedUp).toEqual([ALICE])
  })

  it('that failed is retried when the browser reports a network, once for all widgets', async () => {
    const { client, page } = openApp()
    const lookUp = client.validateLightningAddress
    client.validateLightningAddress = () =>
      Promise.reject(new LeydenError('SERVICE_UNAVAILABLE', 'The server answered 503.'))
    render(
      page([
        <LightningAddressField key="1" defaultAddress={ALICE} />,
        <LightningAddressField key="2" defaultAddress={ALICE} />,
      ]),
    )
    expect(await screen.findAllByText('This site is having problems right now.')).toHaveLength(2)
    client.validateLightningAddress = lookUp
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(screen.getAllByText('Tips for Alice')).toHaveLength(2))
    expect(client.lookedUp).toEqual([ALICE])
  })

  it('sends no request for a text that is no address', async () => {
    const { client, page } = openApp()
    render(page([<LookUpStatus key="1" address={null} />, <LookUpStatus key="2" address="alice" />]))
    await pause(100)
    expect(screen.getAllByText('pending idle')).toHaveLength(2)
    expect(client.lookedUp).toEqual([])
  })

  it('is cancelled with its widget, and its answer leaves the cache after five minutes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const client = createFakeClient({ delayMs: 1_000 })
    const { page, keys, queryClient } = openApp(client)
    const signals: (AbortSignal | undefined)[] = []
    const lookUp = client.validateLightningAddress
    client.validateLightningAddress = (address, options) => {
      signals.push(options?.signal)
      return lookUp(address, options)
    }
    const first = render(page(<LightningAddressField defaultAddress={ALICE} />))
    await act(() => vi.advanceTimersByTimeAsync(500))
    expect(signals.map((signal) => signal?.aborted)).toEqual([false])
    first.unmount()
    await Promise.resolve()
    expect(signals.map((signal) => signal?.aborted)).toEqual([true])

    const second = render(page(<LightningAddressField defaultAddress={ALICE} />))
    await act(() => vi.advanceTimersByTimeAsync(1_100))
    expect(screen.getByText('Tips for Alice')).toBeVisible()
    second.unmount()
    expect(queryClient.isFetching()).toBe(0)
    await vi.advanceTimersByTimeAsync(299_000)
    expect(keys()).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(keys()).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('the charge of a widget', () => {
  it('is a mutation under the documented key, sent once, and removed from the cache when it ends', async () => {
    const client = createFakeClient({ delayMs: 100 })
    const { page, queryClient } = openApp(client, new QueryClient({ defaultOptions: defaults }))
    const mutations = queryClient.getMutationCache()
    render(
      <StrictMode>
        {page(<PayToLightningAddress address={ALICE} amountSats={2_100} description="for Carol" />)}
      </StrictMode>,
    )
    await screen.findByText('Tips for Alice')
    fireEvent.click(await screen.findByRole('button', { name: /^Pay( \d|$)/ }))
    await waitFor(() => expect(mutations.getAll()).toHaveLength(1))
    const [mutation] = mutations.getAll()
    expect(mutation?.options.mutationKey).toEqual(leydenKeys.charge(client.baseUrl))
    // The engine passes the request to its mutation without variables.
    expect(mutation?.state.variables).toBeUndefined()
    await screen.findByRole('img', { name: /^QR code/ })
    expect(client.charges).toHaveLength(1)
    await waitFor(() => expect(mutations.getAll()).toEqual([]))
  })

  it('is cancelled with its widget', async () => {
    const { client, page } = openApp()
    const signals: (AbortSignal | undefined)[] = []
    client.createCharge = (_, options) => {
      signals.push(options?.signal)
      return new Promise(() => {})
    }
    const { unmount } = render(page(<PayToLightningAddress address={ALICE} amountSats={2_100} />))
    await screen.findByText('Tips for Alice')
    fireEvent.click(await screen.findByRole('button', { name: /^Pay( \d|$)/ }))
    await waitFor(() => expect(signals.map((signal) => signal?.aborted)).toEqual([false]))
    unmount()
    expect(signals.map((signal) => signal?.aborted)).toEqual([true])
  })
})

describe('the session of a ramp', () => {
  it('is one mutation per widget, also under StrictMode with autoStart, and contains no e-mail address', async () => {
    const queryClient = new QueryClient({ defaultOptions: defaults })
    queryClients.push(queryClient)
    const mutations = queryClient.getMutationCache()
    const recordedMutations = new Map<number, string>()
    mutations.subscribe(({ mutation }) => {
      if (mutation)
        recordedMutations.set(
          mutation.mutationId,
          JSON.stringify([mutation.options.mutationKey, mutation.state]),
        )
    })
    const { ramp, client } = renderRamp(
      {
        quoteCurrency: 'USD',
        baseCurrency: 'BTC',
        email: 'carol@mail.example',
        guest: true,
        autoStart: true,
      },
      {
        server: rampServer,
        wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
      },
    )
    await waitFor(() => expect(rampFrame()).not.toBeNull())
    expect(ramp.sessions.map(({ request }) => request.email)).toEqual(['carol@mail.example'])
    expect(recordedMutations.size).toBe(1)
    const [recorded] = recordedMutations.values()
    expect(recorded).toContain(JSON.stringify(leydenKeys.rampSession(client.baseUrl)))
    expect(recorded).not.toContain('carol')
    await waitFor(() => expect(mutations.getAll()).toEqual([]))
  })
})

describe('an app with its own defaults', () => {
  it('does not change our queries, and we do not change its own', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    let isFailing = true
    const client = createFakeClient({ delayMs: 20 })
    const lookUp = client.validateLightningAddress
    const lookUpSpy = vi.fn(async (...args: Parameters<typeof lookUp>) => {
      if (isFailing) throw new LeydenError('SERVICE_UNAVAILABLE', 'The server answered 503.')
      return lookUp(...args)
    })
    client.validateLightningAddress = lookUpSpy
    const { page, queryClient } = openApp(client, new QueryClient({ defaultOptions: defaults }))
    const appQuery = vi.fn(() => Promise.reject(new Error('of the app')))
    render(
      page([
        <LightningAddressField key="field" defaultAddress={ALICE} />,
        <AppQuery key="app" query={appQuery} />,
      ]),
    )
    expect(await screen.findByText('This site is having problems right now.')).toBeVisible()
    await waitFor(() => expect(appQuery).toHaveBeenCalledTimes(4))
    await pause(200)
    expect(lookUpSpy).toHaveBeenCalledTimes(1)

    isFailing = false
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Tips for Alice')).toBeVisible()
    window.dispatchEvent(new Event('visibilitychange'))
    await pause(200)
    expect(lookUpSpy).toHaveBeenCalledTimes(2)
    expect(queryClient.getDefaultOptions()).toEqual(defaults)
  })

  it('sees a charge fail after one request', async () => {
    const client = createFakeClient()
    const createCharge = vi.fn(() =>
      Promise.reject(new LeydenError('SERVICE_UNAVAILABLE', 'The server answered 503.')),
    )
    client.createCharge = createCharge
    const { page, queryClient } = openApp(client, new QueryClient({ defaultOptions: defaults }))
    queryClient.setMutationDefaults(leydenKeys.charge(client.baseUrl), { retry: 3, retryDelay: 1 })
    render(page(<PayToLightningAddress address={ALICE} amountSats={2_100} />))
    await screen.findByText('Tips for Alice')
    fireEvent.click(await screen.findByRole('button', { name: /^Pay( \d|$)/ }))
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
    await pause(100)
    expect(createCharge).toHaveBeenCalledTimes(1)
  })
})

describe('the state that can be dehydrated', () => {
  const TOKEN = 'a-token-that-opens-an-order'

  it('contains no token of an intent in a key', async () => {
    const client = createFakeClient({ intents: { [TOKEN]: { lnaddress: ALICE, amountMsat: 2_100_000n } } })
    const { keys, queryClient } = openApp(client)
    const reading = await queryClient.fetchQuery(intentQueryOptions(client, TOKEN))
    expect(reading.lnaddress).toBe(ALICE)
    expect(keys()).toEqual([['leyden', client.baseUrl, 'intent', expect.stringMatching(/^[0-9a-f]{64}$/)]])
    expect(JSON.stringify(dehydrate(queryClient).queries.map(({ queryKey }) => queryKey))).not.toContain(
      TOKEN,
    )
  })

  it('contains no charge of ours, also if the app is offline or its mutations wait for each other', async () => {
    onlineManager.setOnline(false)
    onTestFinished(() => onlineManager.setOnline(true))
    const client = createFakeClient({ delayMs: 100 })
    const sent = vi.spyOn(client, 'createCharge')
    const scope = { id: 'one mutation of the app at a time' }
    const { page, queryClient } = openApp(
      client,
      new QueryClient({ defaultOptions: { mutations: { scope } } }),
    )
    const mutations = queryClient.getMutationCache()
    render(
      page([
        <AppMutation key="app" />,
        <PayToLightningAddress key="widget" address={ALICE} amountSats={2_100} />,
      ]),
    )
    await screen.findByText('Tips for Alice')
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    fireEvent.click(screen.getByRole('button', { name: /^Pay( \d|$)/ }))
    // The mutation of the app is paused, and would be restored after a reload; ours has been sent.
    await waitFor(() => expect(mutations.getAll().map(({ state }) => state.isPaused)).toEqual([true, false]))
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(1))
    expect(dehydrate(queryClient).mutations.map(({ mutationKey }) => mutationKey)).toEqual([['of the app']])
    await screen.findByRole('img', { name: /^QR code/ })
  })

  it('of an app that dehydrates everything contains no request, and nothing of ours if the app leaves our key out', async () => {
    const client = createFakeClient({ delayMs: 100 })
    const { page, queryClient } = openApp(client)
    render(page(<PayToLightningAddress address={ALICE} amountSats={2_100} description="for Carol" />))
    await screen.findByText('Tips for Alice')
    fireEvent.click(await screen.findByRole('button', { name: /^Pay( \d|$)/ }))
    await waitFor(() => expect(queryClient.isMutating()).toBe(1))
    const all = dehydrate(queryClient, { shouldDehydrateMutation: () => true })
    expect(all.mutations).toHaveLength(1)
    expect(JSON.stringify(all.mutations)).not.toContain('Carol')
    const withoutOurs = dehydrate(queryClient, {
      shouldDehydrateMutation: ({ options }) => options.mutationKey?.[0] !== leydenKeys.all[0],
    })
    expect(withoutOurs.mutations).toEqual([])
    await waitFor(() => expect(client.charges).toHaveLength(1))

    // A page load that restores it does not send it again.
    const restored = new QueryClient()
    queryClients.push(restored)
    hydrate(restored, all)
    expect(restored.getMutationCache().getAll()).toHaveLength(1)
    await restored.resumePausedMutations()
    expect(client.charges).toHaveLength(1)
  })
})
