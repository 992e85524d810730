import { useMemo } from 'react'
import { ideaFile } from '../../document/texts/files.ts'
import type { EditorPlace } from '../../platform/session/editor-place.ts'
import { DialogFrame } from '../../platform/ui/DialogFrame.tsx'
import type { PartText } from './part.ts'
import { say } from './say.ts'
import styles from './tab.module.css'
import { VersionDiff } from './VersionDiff.tsx'

const NO_CALLS = [] as const

/** The versions of an Idea's whole file, any two compared, one restored. */
export function VersionsDialog({ idea }: { readonly idea: string }) {
  // The path is empty, so the whole file is compared; the place only names the Idea.
  const place = useMemo((): EditorPlace => ({ idea, part: { type: 'output' } }), [idea])
  const part = useMemo((): PartText => ({ file: ideaFile(idea), path: [] }), [idea])
  return (
    <DialogFrame title={say('history.ofIdea', { idea })} wide>
      <div className={styles.versions}>
        <VersionDiff place={place} part={part} calls={NO_CALLS} />
      </div>
    </DialogFrame>
  )
}
