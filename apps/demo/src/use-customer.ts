import { useState } from 'react'
import type { ShopSession } from '../server/shop-config.js'
import { askShop } from './shop-server.js'

export type User = NonNullable<ShopSession['user']>

/** Who is signed in at this shop, and the buttons to change it. */
export function useCustomer(initialUser: User | null) {
  const [user, setUser] = useState(initialUser)
  return {
    user,
    signIn: async () => {
      await askShop('/session', {})
      setUser((await askShop<ShopSession>('/session')).user)
    },
    signOut: async () => {
      await askShop('/session/end', {})
      setUser(null)
    },
  }
}

/** What the BFF is shown as proof of who is asking; null for a guest. */
export async function fetchToken(): Promise<string | null> {
  return (await askShop<{ token: string | null }>('/session/token')).token
}
