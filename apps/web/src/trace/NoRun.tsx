import { run } from '../commands/run.ts'
import { t } from '../i18n/run.ts'
import { useGraph } from '../stores/graph.ts'
import { EmptyPanel } from './EmptyPanel.tsx'

/** The dock before any Run is open; without an Idea there is nothing to run. */
export function NoRun() {
  const { nodes } = useGraph()
  const canRun = nodes.some(({ kind }) => kind === 'idea')
  const action = { label: t('command.run'), onClick: () => run.run() }
  return <EmptyPanel text={t('dock.empty')} action={canRun ? action : undefined} />
}
