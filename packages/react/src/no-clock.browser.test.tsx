import type { Client } from '@leyden/core'
import { act, render, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { type PayHandle, usePayToLightningAddress } from './parts.js'
import { createFakeClient } from './testing.js'

const { now } = Date
let isRendering = false
let pay: PayHandle | undefined

function Page({ client, onModel }: { client: Client; onModel: (model: PayHandle) => void }) {
  isRendering = true
  const model = usePayToLightningAddress({ client, address: 'alice@wallet.example', amountSats: 2_100 })
  isRendering = false
  onModel(model)
  return null
}

afterEach(() => {
  Date.now = now
})

it('reads the clock only outside of rendering, from the first render to the last state', async () => {
  const onClockRead = vi.fn()
  Date.now = () => {
    // TanStack Query may read the clock for the age of a cached answer, because a server has no cached answers.
    const [, , caller = ''] = new Error().stack?.split('\n') ?? []
    if (isRendering && caller.includes('/src/')) onClockRead()
    return now()
  }
  const client = createFakeClient()
  const renders: { status: string; secondsLeft: number }[] = []
  const onModel = (model: PayHandle) => {
    pay = model
    renders.push({ status: model.state.status, secondsLeft: model.view.secondsLeft })
  }
  render(
    <StrictMode>
      <Page client={client} onModel={onModel} />
    </StrictMode>,
  )
  await waitFor(() => expect(pay?.view.canShowInvoice).toBe(true))
  act(() => pay?.actions.showInvoice())
  await waitFor(() => expect(pay?.state.status).toBe('awaiting'))
  await waitFor(() => expect(new Set(renders.map(({ secondsLeft }) => secondsLeft)).size).toBeGreaterThan(2))
  client.settle()
  await waitFor(() => expect(pay?.state.status).toBe('paid'))

  expect(onClockRead).not.toHaveBeenCalled()
  const state = pay?.state
  if (!state || !('charge' in state)) throw new Error('There is no charge.')
  const lifeSeconds = (state.charge.expiresAt.getTime() - state.charge.createdAt.getTime()) / 1_000
  const awaitingRenders = renders.filter(({ status }) => status === 'awaiting')
  // In no render has the invoice expired already, or more time left than its lifetime.
  for (const { secondsLeft } of awaitingRenders) {
    expect(secondsLeft).toBeGreaterThan(lifeSeconds - 30)
    expect(secondsLeft).toBeLessThanOrEqual(Math.ceil(lifeSeconds))
  }
})
