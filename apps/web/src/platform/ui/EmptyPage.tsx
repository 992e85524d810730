import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import css from './page-frame.module.css'

interface EmptyPageProps {
  readonly Icon?: LucideIcon
  readonly children: ReactNode
}

/** An empty page: its future content, and a next step. */
export const EmptyPage = ({ Icon, children }: EmptyPageProps) => (
  <div className={css.empty}>
    {Icon !== undefined && <Icon size={28} aria-hidden />}
    {children}
  </div>
)
