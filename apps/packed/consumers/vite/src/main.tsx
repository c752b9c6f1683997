import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Shop } from './shop'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
createRoot(root).render(
  <StrictMode>
    <Shop />
  </StrictMode>,
)
