import type { Span } from '@ensemble/core/trace'
import { CircleHelp, Diamond, MessageSquareMore } from 'lucide-react'
import { ModeIcon } from '../../platform/ui/ModeIcon.tsx'
import css from './SpanIcon.module.css'

/** A span's kind by shape: the Run, a Request, or a Call in the icon and colour of its mode. */
export function SpanIcon({ span }: { readonly span: Pick<Span, 'kind' | 'mode'> }) {
  if (span.kind === 'run') return <Diamond size={14} aria-hidden className={css.quiet} />
  if (span.kind === 'request') return <MessageSquareMore size={14} aria-hidden className={css.quiet} />
  // A Call that never ran has no mode.
  if (span.mode === undefined) return <CircleHelp size={14} aria-hidden className={css.quiet} />
  return <ModeIcon mode={span.mode} />
}
