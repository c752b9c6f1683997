import { LeydenProvider, PayToLightningAddress } from '@leyden/react/pay'
import '@leyden/react/pay.css'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { defineContender, termsOf } from './contender.js'

defineContender((container, index) => {
  const root = createRoot(container)
  const children = createElement(PayToLightningAddress, termsOf(index) ?? {})
  root.render(createElement(LeydenProvider, { bffUrl: '/leyden', children }))
  return () => root.unmount()
})
