import type { Problem } from '@ensemble/core'
import { ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useRef, useState } from 'react'
import { Button } from '../../platform/ui/Button.tsx'
import { ProblemRow } from '../problems/ProblemRow.tsx'
import { say } from './say.ts'
import styles from './schema-editor.module.css'

interface ProblemListProps {
  readonly label: string
  readonly problems: readonly Problem[]
  readonly onGo: (problem: Problem) => void
}

/** The number of problems, which opens their list; each row leads to its place in the text and in the table. */
export function ProblemList({ label, problems, onGo }: ProblemListProps) {
  const [isOpen, setOpen] = useState(false)
  const hasGone = useRef(false)
  const go = (problem: Problem): void => {
    hasGone.current = true
    setOpen(false)
    onGo(problem)
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <Button size="small" look="quiet" disabled={problems.length === 0} title={say('problems.list')}>
          {label}
          {problems.length > 0 && <ChevronDown size={12} aria-hidden />}
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={styles.problemList}
          align="end"
          sideOffset={6}
          aria-label={say('problems.list')}
          onCloseAutoFocus={(event) => {
            // The text has the focus once a row was pressed.
            if (hasGone.current) event.preventDefault()
            hasGone.current = false
          }}
        >
          {problems.map((problem, index) => (
            <ProblemRow key={`${problem.code} ${problem.path} ${index}`} problem={problem} where={false} onGo={go} />
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
