import type { Problem } from '@ensemble/core'
import { TriangleAlert } from 'lucide-react'
import { Button } from '../../platform/ui/Button.tsx'
import { say } from './say.ts'
import styles from './schema-editor.module.css'
import type { SliceView } from './use-slice.ts'

interface BrokenAroundProps {
  readonly slice: SliceView
  /** The edited part. */
  readonly name: string
  readonly problems: readonly Problem[]
  readonly onShow: (place: readonly [offset: number, length: number]) => void
}

/** Reports a file that is broken outside the edited part, which keeps all of it a draft. */
export function BrokenAround({ slice, name, problems, onShow }: BrokenAroundProps) {
  const { file, fileText, isWide, toShown } = slice
  const range = problems.find(({ code, severity }) => severity === 'error' && code.endsWith('.json'))?.range
  if (range === undefined || (!isWide && toShown(range) !== null)) return null
  const line = fileText.slice(0, range[0]).split('\n').length
  return (
    <p className={styles.notice} role="status">
      <TriangleAlert size={14} aria-hidden />
      <span>{say(isWide ? 'draft.around' : 'draft.outside', { file, name, line })}</span>
      <Button size="small" onClick={() => onShow(range)}>
        {say('draft.showPlace')}
      </Button>
    </p>
  )
}
