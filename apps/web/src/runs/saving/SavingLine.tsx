import { Undo2 } from 'lucide-react'
import { useStore } from 'zustand'
import type { SavingForm } from '../../document/saving/saving-form.ts'
import { saving } from '../../platform/i18n/en/saving.ts'
import { createTexts, t } from '../../platform/i18n/index.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import css from './saving-line.module.css'

const say = createTexts({ saving })

interface SavingLineProps<Value> {
  readonly form: SavingForm<Value>
  /** The reason that the value can't be saved yet. */
  readonly waits?: string | null
}

/** Whether a form has saved itself, why not, and the way back. */
export function SavingLine<Value>({ form, waits = null }: SavingLineProps<Value>) {
  const { value, saved, past, refusal } = useStore(form.store)
  const isSaved = value === saved
  const failed = isSaved || refusal === null ? null : messageOf(refusal.error)
  return (
    <div className={css.line}>
      <span role="status" data-failed={failed !== null || undefined}>
        {failed !== null
          ? say('refused', { reason: failed })
          : isSaved
            ? say(past.length === 0 ? 'begun' : 'saved')
            : (waits ?? say('unsaved'))}
      </span>
      {failed !== null && (
        <Button size="small" onClick={() => void form.flush()}>
          {t('app.retry')}
        </Button>
      )}
      {past.length > 0 && <IconButton label={say('undo')} Icon={Undo2} size={14} onClick={() => form.undo()} />}
    </div>
  )
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
