import { usePayContext } from './pay-context.js'

/** A note that cannot be changed. */
export function NoteText({ children }: { children: string }) {
  const { t } = usePayContext()
  return (
    <div className="ly-small">
      <span className="ly-muted">{t('noteLabel')}:</span> <bdi>{children}</bdi>
    </div>
  )
}
