import { run } from '../commands/run.ts'
import { t } from '../i18n/run.ts'
import { EmptyPanel } from './EmptyPanel.tsx'

/** The dock before any Run is open. */
export function NoRun() {
  return <EmptyPanel text={t('dock.empty')} action={{ label: t('command.run'), onClick: () => run.run() }} />
}
