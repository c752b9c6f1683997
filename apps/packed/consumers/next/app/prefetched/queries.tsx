'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

/** The app's own QueryClient, with defaults that would break widgets if they inherited them. */
export function Queries({ children }: { children: ReactNode }) {
  const [queryClient] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: 3, throwOnError: true } } }),
  )
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
