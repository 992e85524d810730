import { Waypoints } from 'lucide-react'
import { use } from 'react'
import { t } from '../../../platform/i18n/run.ts'
import { IconButton } from '../../../platform/ui/IconButton.tsx'
import { OriginContext } from './origin-context.ts'

interface OriginButtonProps {
  readonly pointer: string
  readonly className: string | undefined
}

/** Asks where a value came from; nothing where it has no recorded place. */
export function OriginButton({ pointer, className }: OriginButtonProps) {
  const show = use(OriginContext)
  if (show === null) return null
  const label = pointer === '' ? t('trace.origin') : t('trace.originOf', { name: pointer.slice(1) })
  return <IconButton label={label} Icon={Waypoints} size={13} className={className} onClick={() => show(pointer)} />
}
