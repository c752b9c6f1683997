import type { ReactNode } from 'react'
import '@leyden/react/styles.css'

export const metadata = { title: 'A shop' }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
