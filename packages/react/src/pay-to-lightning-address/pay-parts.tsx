'use client'

import type { ReactNode } from 'react'
import { TextButton } from '../card/buttons.js'
import { Note } from '../card/parts.js'
import { AddressBox } from '../lightning-address/address-box.js'
import { lookupText } from '../lightning-address/address-texts.js'
import { type PayPartProps, payPart } from './pay-context.js'
import { arrivedText, chargeText } from './pay-texts.js'
import { codeOf, isForm, toneOf } from './pay-view.js'
import { StatusView } from './status-views.js'
import { ViewHead } from './view-head.js'

export interface PayFormProps extends PayPartProps {
  /** Parts such as `Pay.Amount`, and the page's own fields. */
  children?: ReactNode
}

/** Shows its children until there is an invoice: parts, and the page's own fields. */
export const PayForm = payPart<Pick<PayFormProps, 'children'>>('Form', ({ pay }, { children }) =>
  isForm(pay) ? { className: 'leyden-form ly-body', children } : null,
)

export interface PayTitleProps extends PayPartProps {
  /** @default 'Pay with Lightning', in the language of the provider */
  children?: ReactNode
}

/** The heading of the form, which takes the focus when the person comes back, and the badge of test mode. */
export const PayTitle = payPart<Pick<PayTitleProps, 'children'>>('Title', ({ pay }, { children }) =>
  isForm(pay) ? { className: 'leyden-title ly-part', children: <ViewHead>{children}</ViewHead> } : null,
)

export interface PayAddressProps extends PayPartProps {
  /** @default 'Lightning Address', in the language of the provider */
  label?: ReactNode | undefined
}

/** The field of the Lightning Address, which is checked while it is typed, and the owner of the address. */
export const PayAddress = payPart<Pick<PayAddressProps, 'label'>>(
  'Address',
  ({ pay, t, wasPressed }, { label }) => {
    const { address } = pay.fields
    if (!isForm(pay)) return null
    const frozen = pay.state.status === 'requesting'
    return {
      'data-ly-needed': '',
      className: 'leyden-address ly-part',
      'data-state': address.lookup.status,
      'data-tone': lookupText(address.lookup, t).tone,
      children: (
        <AddressBox
          entry={address}
          t={t}
          label={label ?? t('addressLabel')}
          frozen={frozen}
          strict={wasPressed}
        />
      ),
    }
  },
)

/**
 * Notices: payments that arrived, until the person closes each, and in the form a warning that a wallet may have paid
 * already. Every card should contain it.
 */
export const PayNotices = payPart('Notices', ({ pay, t }) => {
  const { arrived = [] } = pay.state
  const unclear = isForm(pay) ? pay.unclearCharge : null
  if (arrived.length === 0 && !unclear) return null
  return {
    className: 'leyden-notices ly-part ly-body',
    children: (
      <>
        {arrived.map((payment) => (
          <Note key={payment.charge.id} tone={payment.duplicateOf === undefined ? 'ok' : 'warn'}>
            <div className="ly-row">
              <span className="ly-grow">{arrivedText(payment, t)}</span>
              <TextButton onClick={() => pay.actions.dismiss(payment.charge.id)}>{t('dismiss')}</TextButton>
            </div>
          </Note>
        ))}
        {unclear && <Note tone="warn">{chargeText('unclearNote', unclear, t)}</Note>}
      </>
    ),
  }
})

/** Every view except form and invoice: the receipt, errors, and the next possible action. */
export const PayStatus = payPart('Status', ({ pay }) =>
  isForm(pay) || pay.state.status === 'awaiting'
    ? null
    : {
        className: 'leyden-status ly-part ly-body',
        'data-tone': toneOf(pay),
        'data-code': codeOf(pay),
        children: <StatusView />,
      },
)
