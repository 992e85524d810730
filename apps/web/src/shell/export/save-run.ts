import { runToMarkdown, runToMermaid } from '@ensemble/core/trace'
import { runStore } from '../../runs/open/run-view.ts'
import { download } from '../../platform/ui/download.ts'

const FORMATS = { markdown: ['.md', runToMarkdown], mermaid: ['.mmd', runToMermaid] } as const

/** Saves the open Run as a text; without an open Run it does nothing. */
export function saveRun(format: keyof typeof FORMATS): void {
  const { runId, log } = runStore.getState()
  if (runId === null || log === null) return
  const [ending, write] = FORMATS[format]
  download(`run-${runId}${ending}`, new Blob([write(log.events)], { type: 'text/plain;charset=utf-8' }))
}
