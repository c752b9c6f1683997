import { cleanup, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { QrCode } from '../../foundation/card/qr-code.js'
import { LeydenProvider } from '../../foundation/provider/leyden-provider.js'
import { fixtureCharge } from '../../testing.js'
import { InvoiceQrCode, type InvoiceQrCodeProps } from './invoice-qr-code.js'
import '../../styles.css'

const { invoice } = fixtureCharge
const tip = { invoice, amountSats: 2_100, recipient: 'alice@wallet.example' }
const QUIET_ZONE = 4

/** Renders the component with these props. @returns the `<svg>` of its code, or null */
function renderCode(props: Partial<InvoiceQrCodeProps> = {}) {
  render(
    <StrictMode>
      <InvoiceQrCode {...tip} {...props} />
    </StrictMode>,
  )
  return screen.queryByRole('img')
}

const pathsOf = (code: Element | null) => [...(code?.querySelectorAll('path') ?? [])]
const modulesOf = (code: Element | null) =>
  Number(code?.getAttribute('viewBox')?.split(' ')[2]) - 2 * QUIET_ZONE
/** A text of this length that consists of the characters of invoices. */
const invoiceOfLength = (length: number) => `lnbc${'qpzry9x8gf2tvdw0s3jn'.repeat(200)}`.slice(0, length)

describe('the QR code of an invoice', () => {
  it('encodes the invoice in its own segment: 57 modules for 300 characters, not 69', () => {
    const invoice = invoiceOfLength(300 - 'lightning:'.length)
    expect(modulesOf(renderCode({ invoice }))).toBe(57)
    cleanup()
    render(<QrCode text={`lightning:${invoice}`} name="As one segment of bytes" />)
    expect(modulesOf(screen.getByRole('img'))).toBe(69)
  })

  it('is named by amount and recipient, in the language of the page', () => {
    const { unmount } = render(<InvoiceQrCode {...tip} />)
    expect(screen.getByRole('img', { name: 'QR code of an invoice for 2,100 sats to alice@wallet.example' }))
    unmount()
    render(
      <LeydenProvider bffUrl="/leyden" locale="de" messages={{ qrCode: '{amount} an {address}' }}>
        <InvoiceQrCode {...tip} amountSats={2_100n} />
      </LeydenProvider>,
    )
    expect(screen.getByRole('img', { name: '2.100 sats an alice@wallet.example' })).toBeVisible()
  })

  it('is black on white with a quiet zone of four modules on a dark page that colours paths', () => {
    const host = document.head.appendChild(document.createElement('style'))
    host.textContent = 'html { background: #000; color-scheme: dark } path { fill: #f0f; stroke: #0f0 }'
    const code = renderCode()
    const [background, modules] = pathsOf(code)
    if (!background || !modules) throw new Error('There is no code.')
    expect(getComputedStyle(background).fill).toBe('rgb(255, 255, 255)')
    expect(getComputedStyle(modules).fill).toBe('rgb(0, 0, 0)')
    expect(getComputedStyle(modules).stroke).toBe('none')
    const box = (modules as SVGPathElement).getBBox()
    expect([box.x, box.y, box.width]).toEqual([QUIET_ZONE, QUIET_ZONE, modulesOf(code)])
    host.remove()
  })

  it('accepts an invoice in upper or lower case, with or without its scheme', () => {
    const paths = [
      invoice,
      invoice.toUpperCase(),
      `lightning:${invoice}`,
      `LIGHTNING:${invoice.toUpperCase()}`,
    ].map((writtenInvoice) => {
      const path = pathsOf(renderCode({ invoice: writtenInvoice }))[1]?.getAttribute('d')
      cleanup()
      return path
    })
    expect(paths[0]).toMatch(/^M\d/)
    expect(new Set(paths).size).toBe(1)
  })

  it('passes on attributes and a ref of its root', () => {
    const ref = vi.fn()
    render(<InvoiceQrCode {...tip} ref={ref} className="mine" data-order="7" />)
    const root = document.querySelector('.mine')
    expect(root).toHaveAttribute('data-order', '7')
    expect(ref).toHaveBeenCalledWith(root)
  })

  it('accepts an invoice of at most the capacity of a QR code', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    expect(modulesOf(renderCode({ invoice: invoiceOfLength(3_373) }))).toBe(177)
    expect(warn).not.toHaveBeenCalled()
    cleanup()
    expect(renderCode({ invoice: invoiceOfLength(3_374) })).toBeNull()
    expect(warn.mock.calls[0]?.[0]).toMatch(/an invoice of 3374 characters is too long for a QR code/)
  })

  it.each([0, -1, 1.5, Number.NaN, 0n])(
    'shows nothing and throws nothing for an amount of %s',
    (amountSats) => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
      expect(renderCode({ amountSats })).toBeNull()
      expect(warn.mock.calls[0]?.[0]).toMatch(/amountSats must be a whole number of sats over zero/)
    },
  )

  it('shows nothing while there is no invoice', () => {
    const warn = vi.spyOn(console, 'warn')
    expect(renderCode({ invoice: '' })).toBeNull()
    expect(warn).not.toHaveBeenCalled()
  })
})

describe('any other QR code', () => {
  it('is not shown if its text is too long, and breaks nothing', () => {
    const url = `https://ramp.example/?token=${'a'.repeat(2_400)}`
    render(<QrCode text={url.slice(0, 2_331)} name="Fits" />)
    expect(modulesOf(screen.getByRole('img', { name: 'Fits' }))).toBe(177)
    cleanup()
    render(<QrCode text={url.slice(0, 2_332)} name="Too long" />)
    expect(screen.queryByRole('img')).toBeNull()
  })
})
