import { useStore } from 'zustand'
import type { Work, WorkPlace } from '../../document/edits/worker.ts'
import { useGraphNode } from '../../document/graph/graph-store.ts'
import { ideaId } from '../../document/texts/files.ts'
import { sessionStore, type Session } from '../../platform/session/session.ts'
import styles from './inspector.module.css'
import { say } from './say.ts'
import { kindOfActivity, serverOf, type Workers } from './work-kinds.ts'
import css from './work.module.css'

const chosenModel = ({ model }: Session): string | null => model
const modelOfWorkspace = ({ facts }: Session): string => facts?.model ?? 'simulated'

interface WorkSentenceProps {
  readonly at: WorkPlace
  readonly work: Work
  readonly workers: Workers
}

/** The choice in words: what happens to a Call in the active profile. */
export function WorkSentence({ at, work, workers }: WorkSentenceProps) {
  const chosen = useStore(sessionStore, chosenModel)
  const general = useStore(sessionStore, modelOfWorkspace)
  const own = useGraphNode(ideaId(at.idea))?.model
  const module = useGraphNode(`idea:${work.module?.replace('idea://', '') ?? ''}`)
  const model = chosen ?? own ?? general
  const approval = at.tool?.approval === true ? ` ${say('work.approved')}` : ''
  return (
    <p className={styles.quiet} data-work>
      <b className={css.profile}>{say('work.under', { profile: at.profileName })}</b> {what()}
      {approval}
    </p>
  )

  function what(): string {
    const { worker } = work
    const idea = module?.title ?? module?.name ?? work.module ?? ''
    if (work.split !== undefined) return say('work.splits')
    if (worker.type === 'model') return model === 'simulated' ? say('work.simulated') : say('work.answers', { model })
    if (worker.type === 'idea') return say('work.delegates', { idea })
    const { name } = worker
    if (!workers.activities.includes(name) && !workers.requests.includes(name)) return say('work.missing', { name })
    if (work.module !== undefined) return say('work.standsIn', { name, idea })
    return say(`work.runs.${kindOfActivity(name, workers)}`, { name, server: serverOf(name, workers) ?? '' })
  }
}
