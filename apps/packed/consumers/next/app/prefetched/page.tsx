import { createClient } from '@leyden/core'
import { LeydenProvider, PayToLightningAddress } from '@leyden/react'
import '@leyden/react/styles.css'
import { lightningAddressQueryOptions } from '@leyden/react/query'
import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { connection } from 'next/server'
import { Suspense } from 'react'
import { Queries } from './queries'

export default function Page() {
  return (
    <Queries>
      <Suspense>
        <TipAlice />
      </Suspense>
    </Queries>
  )
}

async function TipAlice() {
  await connection()
  const queryClient = new QueryClient()
  const client = createClient({ baseUrl: process.env.LEYDEN_PUBLIC_URL ?? '' })
  await queryClient.prefetchQuery(
    lightningAddressQueryOptions(client, 'alice@wallet.example', { scope: '/api/leyden' }),
  )
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <LeydenProvider bffUrl="/api/leyden">
        <PayToLightningAddress address="alice@wallet.example" amountSats={2100} />
      </LeydenProvider>
    </HydrationBoundary>
  )
}
