import './shop.css'
import { createRoot } from 'react-dom/client'
import type { ShopConfig, ShopSession } from '../server/shop-config.js'
import { Shop } from './shop.js'
import { askShop } from './shop-server.js'

const place = document.getElementById('shop')
if (!place) throw new Error('The page has no place for the shop.')

const [config, session] = await Promise.all([
  askShop<ShopConfig>('/config.json'),
  askShop<ShopSession>('/session'),
])
createRoot(place).render(<Shop config={config} initialUser={session.user} />)
