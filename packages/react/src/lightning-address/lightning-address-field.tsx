import { type ComponentPropsWithoutRef, forwardRef, type ReactNode, useEffect, useRef } from 'react'
import { joinClasses, useMergedRef } from '../card/merge.js'
import type { Message } from '../messages/message.js'
import { type PayMessageKey, payEnglish } from '../messages/pay-english.js'
import { useWords } from '../messages/use-words.js'
import { useLeydenContext } from '../provider/leyden-context.js'
import { useClient } from '../provider/use-client.js'
import { useLatest } from '../provider/use-latest.js'
import { useThemeStyle } from '../theme/use-theme.js'
import { AddressBox } from './address-box.js'
import type { AddressVerdict } from './address-verdict.js'
import { type UseLightningAddressOptions, useLightningAddress } from './use-lightning-address.js'

export interface LightningAddressFieldProps
  extends Omit<UseLightningAddressOptions, 'address'>,
    Omit<ComponentPropsWithoutRef<'div'>, 'children'> {
  /** @default 'Lightning Address', in the language of the provider */
  label?: ReactNode | undefined
  /** Of the `<input>`, for the page's own form. */
  name?: string | undefined
  /** Words of your own, over those of the provider. */
  messages?: Partial<Record<PayMessageKey, Message>> | undefined
  /** Each new verdict: take the address for a payout only when it is `found`. */
  onVerdict?: ((verdict: AddressVerdict) => void) | undefined
}

/** A Lightning Address field for payout and settings forms: checked live, with whom it belongs to. */
export const LightningAddressField = forwardRef<HTMLDivElement, LightningAddressFieldProps>(
  function LightningAddressField(props, ref) {
    const { client: own, defaultAddress, onAddressChange, label, name, messages, onVerdict, ...rest } = props
    const { className, style, ...attributes } = rest
    const client = useClient(own, 'LightningAddressField')
    const say = useWords(payEnglish, messages)
    const entry = useLightningAddress({ client, defaultAddress, onAddressChange })
    const { colorScheme } = useLeydenContext()
    const root = useRef<HTMLDivElement>(null)
    const latest = useLatest(onVerdict)
    const { verdict } = entry
    useEffect(() => {
      latest.current?.(verdict)
    }, [verdict, latest])
    return (
      <div
        {...attributes}
        ref={useMergedRef(root, ref)}
        className={joinClasses('leyden leyden-bare', className)}
        style={useThemeStyle(root, style)}
        dir={say.direction}
        data-scheme={colorScheme}
        data-state={verdict.status}
      >
        <AddressBox
          entry={entry}
          say={say}
          label={label ?? say('addressLabel')}
          name={name}
          onChangeAddress={() => entry.setText('')}
        />
      </div>
    )
  },
)
