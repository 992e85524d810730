import { CircleAlert, TriangleAlert } from 'lucide-react'
import { t } from '../../platform/i18n/index.ts'
import type { Troubles } from '../../document/graph/graph-store.ts'

interface TroubleSignProps {
  readonly troubles: Troubles | undefined
  readonly className?: string | undefined
}

/** How much is wrong: red for errors, amber if only warnings ask for attention; null if nothing is. */
export function TroubleSign({ troubles, className }: TroubleSignProps) {
  if (troubles === undefined) return null
  const { count, hasError } = troubles
  const Sign = hasError ? CircleAlert : TriangleAlert
  const label = t('canvas.errors', { count })
  return (
    <span className={className} title={label} style={{ color: hasError ? 'var(--bad)' : 'var(--wait)' }}>
      <Sign size={13} aria-label={label} />
    </span>
  )
}
