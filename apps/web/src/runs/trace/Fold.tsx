import { ChevronRight } from 'lucide-react'
import { classes } from '../../platform/ui/classes.ts'
import css from './Fold.module.css'
import type { TraceRow } from './rows.ts'
import { toggleRow } from './toggle-row.ts'

/** The arrow before a line that has others under it; keeps its place if there are none. */
export function Fold({ row }: { readonly row: TraceRow }) {
  if (!row.expandable) return <span className={css.fold} />
  return (
    <span
      className={css.fold}
      aria-hidden
      onClick={(event) => {
        event.stopPropagation()
        toggleRow(row)
      }}
    >
      <ChevronRight size={13} className={classes(css.arrow, row.expanded && css.open)} />
    </span>
  )
}
