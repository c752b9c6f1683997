import { useState } from 'react'
import type { ShopSession } from '../server/shop-config.js'
import { postJson } from './post-json.js'

export type User = NonNullable<ShopSession['user']>

/** Who is signed in at this shop, and the buttons to change it. */
export function useCustomer(initialUser: User | null) {
  const [user, setUser] = useState(initialUser)
  return {
    user,
    signIn: async () => {
      await postJson('/session', {})
      const response = await fetch('/session')
      setUser(((await response.json()) as ShopSession).user)
    },
    signOut: async () => {
      await postJson('/session/end', {})
      setUser(null)
    },
  }
}

/** What the BFF is shown as proof of who is asking; null for a guest. */
export async function fetchToken(): Promise<string | null> {
  const response = await fetch('/session/token')
  return ((await response.json()) as { token: string | null }).token
}
