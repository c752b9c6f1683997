'use client'

import { useComposedRefs } from '@radix-ui/react-compose-refs'
import { forwardRef, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react'
import { Card } from '../../foundation/card/card.js'
import type { PartProps, RootAttributes } from '../../foundation/card/part.js'
import { useCardMotion } from '../../foundation/card/use-card-motion.js'
import { focusFirstError, startInDialog, useEnter } from '../../foundation/card/use-enter.js'
import { useStageFocus } from '../../foundation/card/use-stage-focus.js'
import { usePrefetch } from '../../foundation/later/use-prefetch.js'
import type { PayMessageKey } from '../../foundation/messages/pay-english.js'
import { payFormEnglish } from '../../foundation/messages/pay-form-english.js'
import { type PayTranslate, useMessages } from '../../foundation/messages/use-messages.js'
import { withoutOptions } from '../../foundation/options/option-table.js'
import { paymentPart } from '../loading/payment-part.js'
import type { PayHandle } from '../pay-handle.js'
import { type PayOptions, payOptions } from '../pay-options.js'
import { codeOf, isAutomatic, isForm, toneOf, viewName } from '../pay-view.js'
import { announcement } from '../texts/announcement.js'
import { usePayToLightningAddress } from '../use-pay-to-lightning-address.js'
import { PayContext, type PayScreen } from './pay-context.js'
import { usePayScreen } from './pay-screen.js'

/** Props of `<Pay.Root/>`: the options of a payment, the attributes of its root element, and parts. */
export type PayRootProps = PayOptions &
  Omit<RootAttributes<PayMessageKey>, keyof PayOptions> &
  Pick<PartProps<'section', PayHandle>, 'render'> & {
    /** The parts. */
    children?: ReactNode
  }

/**
 * The root of a pay widget made of parts: it requests, watches and stores charges, and its parts show them. Takes the
 * options of `<PayToLightningAddress/>`.
 */
export const PayRoot = forwardRef<HTMLElement, PayRootProps>(function PayRoot({ children, ...props }, ref) {
  return (
    <PayRootView {...usePayRoot(props)} rootRef={ref}>
      {children}
    </PayRootView>
  )
})

/** The screen of a root, from the props of the page. */
export function usePayRoot(props: Omit<PayRootProps, 'children'>) {
  const { messages, ...rest } = withoutOptions(props, payOptions)
  const t = useMessages<PayMessageKey>(paymentPart.current()?.payEnglish ?? payFormEnglish, messages)
  const pay = usePayToLightningAddress(props)
  return { ...rest, pay, screen: usePayScreen(pay, props), t }
}

export interface PayRootViewProps extends PartProps<'section', PayHandle> {
  pay: PayHandle
  screen: PayScreen
  t: PayTranslate
  rootRef?: Ref<HTMLElement> | undefined
  children?: ReactNode
}

/** The root in one state of the flow. It only renders; all behaviour is in `pay`. */
export function PayRootView({ pay, screen, t, rootRef, children, ...rest }: PayRootViewProps) {
  const { state } = pay
  const stage = viewName(state)
  const root = useRef<HTMLElement>(null)
  const warningsId = useId()
  // Before the view is scrolled into sight, so that the page does not become shorter.
  useCardMotion(root, stage, isAutomatic(state))
  const isRead = useStageFocus(root, stage)
  const [pressed, setPressed] = useState<{ stage: string } | null>(null)
  // When a person returns to the form, missing fields are not marked until the next press.
  if (pressed && pressed.stage !== stage) setPressed(null)
  useEnter(root)
  usePrefetch(root, paymentPart)
  const isFormShown = isForm(pay)
  useEffect(() => {
    if (isFormShown) startInDialog(root.current)
  }, [isFormShown])
  // After each press, and after the look-up that it waited for, the focus moves to the first missing field.
  const stopped = pay.view.isPressed ? null : pressed
  useEffect(() => {
    if (stopped) focusFirstError(root.current)
  }, [stopped])
  const payPressed = useRef(false)
  // The view of the invoice reads it.
  useEffect(() => {
    if (stage !== 'form' && stage !== 'awaiting') payPressed.current = false
  }, [stage])
  const wasPressed = pressed?.stage === stage
  const press = () => setPressed({ stage })
  return (
    <PayContext.Provider value={{ pay, screen, t, root, warningsId, wasPressed, press, payPressed }}>
      <Card
        name={t('payTitle')}
        data-address={state.status === 'idle' ? pay.fields.address.lookup.status : undefined}
        {...rest}
        layout="ly-body"
        handle={pay}
        rootRef={useComposedRefs(root, rootRef)}
        direction={t.direction}
        state={state.status}
        tone={toneOf(pay)}
        code={codeOf(pay)}
        // If the focus moves to the new heading, screen readers read the heading already.
        announced={announcement(pay, screen, isRead, t)}
      >
        {children}
      </Card>
    </PayContext.Provider>
  )
}
