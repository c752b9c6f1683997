import { useEffect, useRef } from 'react'

/**
 * Opens and closes a native `<dialog>`, which keeps focus inside and returns it. `onCancel` is Escape (or the back
 * gesture of a phone); `onClosed` is called if the browser closes the dialog nevertheless.
 */
export function useDialog(
  isShown: boolean,
  { onCancel, onClosed }: { onCancel: () => void; onClosed: () => void },
) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    // Not every test environment knows dialogs.
    if (isShown && !dialog.open) {
      dialog.showModal?.()
      // The focus starts at the first text or field of the view, and not at the close button.
      dialog.querySelector<HTMLElement>('[data-ly-lead]')?.focus({ preventScroll: true })
    }
    if (!isShown && dialog.open) dialog.close?.()
  }, [isShown])
  return {
    ref,
    onCancel: (event: { preventDefault(): void }) => {
      event.preventDefault()
      onCancel()
    },
    onClose: () => {
      if (isShown) onClosed()
    },
  }
}
