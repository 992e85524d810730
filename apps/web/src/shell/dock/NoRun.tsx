import type { Run } from '@ensemble/core'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { run } from '../../document/commands/run.ts'
import { t } from '../../platform/i18n/run.ts'
import { useGraph } from '../../document/graph/graph-store.ts'
import { runListStore, watchRuns, type RunList } from '../../runs/open/run-list.ts'
import { openRun } from '../../runs/open/run.ts'
import { runTitle } from '../../runs/open/run-title.ts'
import { EmptyPanel } from '../../runs/trace/EmptyPanel.tsx'

const pickLast = ({ runs }: RunList): Run | undefined => runs[0]

/** The dock before any Run is open; without an Idea there is nothing to run. */
export function NoRun() {
  const { nodes } = useGraph()
  // With a closed explorer nothing else lists the Runs.
  useEffect(watchRuns, [])
  const last = useStore(runListStore, pickLast)
  const canRun = nodes.some(({ kind }) => kind === 'idea')
  const action = { label: t('command.run'), onClick: () => run.run() }
  const other = last && { label: t('dock.openLast'), hint: runTitle(last), onClick: () => openRun(last.id) }
  return <EmptyPanel text={t('dock.empty')} term="call" action={canRun ? action : undefined} other={other} />
}
