import { LeydenProvider, PayToLightningAddress } from '@leyden/react/pay'
import '@leyden/react/pay.css'
import { createRoot } from 'react-dom/client'
import { defineContender, termsOf } from './contender.js'

defineContender((container, indexes) => {
  const root = createRoot(container)
  root.render(
    <LeydenProvider bffUrl="/leyden">
      {indexes.map((index) => (
        <div key={index}>
          <PayToLightningAddress {...termsOf(index)} />
        </div>
      ))}
    </LeydenProvider>,
  )
  return () => root.unmount()
})
