import '@leyden/react/styles.css'
import './shop.css'
import { createRoot } from 'react-dom/client'
import type { ShopConfig, ShopSession } from '../server/shop-config.js'
import { Shop } from './shop.js'

async function readJson<T>(path: string): Promise<T> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return (await response.json()) as T
}

const place = document.getElementById('shop')
if (!place) throw new Error('The page has no place for the shop.')

const [config, session] = await Promise.all([
  readJson<ShopConfig>('/config.json'),
  readJson<ShopSession>('/session'),
])
createRoot(place).render(<Shop config={config} initialUser={session.user} />)
