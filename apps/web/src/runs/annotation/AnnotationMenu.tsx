import type { Run } from '@ensemble/core'
import { Tag } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { runTitle } from '../open/run-title.ts'
import menu from '../../platform/ui/menu.module.css'
import button from '../../platform/ui/button.module.css'
import { classes } from '../../platform/ui/classes.ts'
import css from './annotation.module.css'
import { AnnotationForm } from './AnnotationForm.tsx'
import { say } from './say.ts'

interface AnnotationMenuProps {
  readonly run: Run
  readonly onChange?: (run: Run) => void
}

/** Labels and a note on a Run, behind one button. */
export function AnnotationMenu({ run, onChange }: AnnotationMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const { labels = [], note = '' } = run.annotation ?? {}
  const label = say('edit', { title: runTitle(run) })
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        className={classes(button.faint, css.trigger)}
        aria-label={label}
        title={note === '' ? label : note}
        data-set={labels.length > 0 || note !== ''}
      >
        <Tag size={13} aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className={classes(menu.pane, css.menu)} align="end" sideOffset={6} aria-label={say('title')}>
          <AnnotationForm run={run} onSaved={(after) => onChange?.(after)} onDone={() => setOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
