import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import css from './page-frame.module.css'

interface EmptyPageProps {
  readonly Icon?: LucideIcon
  readonly children: ReactNode
}

/** A page with nothing on it yet: what would stand here, and what leads on. */
export const EmptyPage = ({ Icon, children }: EmptyPageProps) => (
  <div className={css.empty}>
    {Icon !== undefined && <Icon size={28} aria-hidden />}
    {children}
  </div>
)
