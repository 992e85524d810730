import { X } from 'lucide-react'
import { useStore } from 'zustand'
import { t } from '../../platform/i18n/run.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { liftCalls } from '../commands/lift-calls.ts'
import { chosenCallsStore, clearCalls } from '../open/chosen-calls.ts'
import css from './ChosenCalls.module.css'

/** The actions for chosen Calls; nothing without a choice. */
export function ChosenCalls() {
  const { chosen } = useStore(chosenCallsStore)
  if (chosen.length === 0) return null
  return (
    <div className={css.bar} role="toolbar" aria-label={t('chosenCalls.label')}>
      <span role="status">{t('chosenCalls.count', { count: chosen.length })}</span>
      {liftCalls.isEnabled() && (
        <Button size="small" onClick={() => liftCalls.run()}>
          {t('chosenCalls.lift')}
        </Button>
      )}
      <IconButton label={t('chosenCalls.clear')} Icon={X} onClick={clearCalls} />
    </div>
  )
}
