import { LeydenProvider, PayToLightningAddress } from '@leyden/react/pay'
import '@leyden/react/pay.css'
import { createRoot } from 'react-dom/client'
import { defineContender, termsOf } from './contender.js'

defineContender((container, index) => {
  const root = createRoot(container)
  root.render(
    <LeydenProvider bffUrl="/leyden">
      <PayToLightningAddress {...termsOf(index)} />
    </LeydenProvider>,
  )
  return () => root.unmount()
})
