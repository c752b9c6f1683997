'use client'

import { AddressBox } from '../../address/address-box.js'
import { lookupText } from '../../address/address-texts.js'
import { paymentPart } from '../loading/payment-part.js'
import { codeOf, isForm, toneOf } from '../pay-view.js'
import { formPart, payPart } from './pay-context.js'
import { StatusView } from './status-views.js'
import { ViewHead } from './view-head.js'
import { warningsOf } from './warnings.js'

/** Shows its children until there is an invoice: parts, and the page's own fields. */
export const PayForm = formPart<'children'>('Form', (_, { children }) => ({
  className: 'leyden-form ly-body',
  children,
}))

/** The heading of the form, which takes the focus when the person comes back, and the badge of test mode. */
export const PayTitle = formPart<'children'>('Title', (_, { children }) => ({
  children: <ViewHead>{children}</ViewHead>,
}))

/** The field of the Lightning Address, which is checked while it is typed, and the owner of the address. */
export const PayAddress = formPart<'label'>('Address', ({ pay, t, wasPressed }, { label }) => {
  const { address } = pay.fields
  return {
    'data-ly-needed': '',
    'data-state': address.lookup.status,
    'data-tone': lookupText(address.lookup, t).tone,
    children: (
      <AddressBox
        entry={address}
        t={t}
        label={label ?? t('addressLabel')}
        frozen={pay.state.status === 'requesting'}
        strict={wasPressed}
      />
    ),
  }
})

/**
 * Notices: payments that arrived, until the person closes each, and warnings: that payments of the order's reference do
 * not pay it, and in the form that a wallet may have paid already. Every card should contain it.
 */
export const PayNotices = payPart('Notices', ({ pay }) => {
  const { arrived = [] } = pay.state
  const { unclear, hasUnmatched, offered } = warningsOf(pay)
  const part = paymentPart.current()
  if (arrived.length === 0 && !unclear && !hasUnmatched && !offered) return null
  return { children: part && <part.PayWarnings /> }
})

/** Every view except form and invoice: the receipt, errors, and the next possible action. */
export const PayStatus = payPart('Status', ({ pay }) =>
  isForm(pay) || pay.state.status === 'awaiting'
    ? null
    : {
        'data-tone': toneOf(pay),
        'data-code': codeOf(pay),
        children: <StatusView />,
      },
)
