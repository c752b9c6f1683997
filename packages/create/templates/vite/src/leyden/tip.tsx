import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { TipJar } from './tip-jar'

const main = document.getElementById('tip')
if (!main) throw new Error('tip.html has no element with the id "tip".')
createRoot(main).render(
  <StrictMode>
    <TipJar />
  </StrictMode>,
)
