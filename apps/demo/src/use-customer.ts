import { useState } from 'react'
import type { ShopSession } from '../server/shop-config.js'
import { askShop } from './shop-server.js'

export type User = NonNullable<ShopSession['user']>

/** The signed-in customer of this shop, and the actions to sign in and out. */
export function useCustomer(initialUser: User | null) {
  const [user, setUser] = useState(initialUser)
  const change = async (path: string) => setUser((await askShop<ShopSession>(path, {})).user)
  return { user, signIn: () => change('/session'), signOut: () => change('/session/end') }
}

/** The token that authenticates the customer to the BFF; null for a guest. */
export async function fetchToken(): Promise<string | null> {
  return (await askShop<{ token: string | null }>('/session/token')).token
}
