import type { Graph } from '@ensemble/core'
import { Box, Braces, Globe, type LucideIcon } from 'lucide-react'
import type { ListedActivity } from '../../platform/api/activity-client.ts'
import { AddName } from '../../platform/ui/AddName.tsx'
import { useGraph } from '../../document/graph/graph-store.ts'
import { amendPlace } from '../../platform/session/location.ts'
import css from './activities.module.css'
import { addRequest } from './add-request.ts'
import { codeDraftNames } from './code-drafts.ts'
import { say } from './say.ts'

const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/
const ICONS: { readonly [Kind in ListedActivity['kind']]: LucideIcon } = { code: Braces, http: Globe, sandbox: Box }

/** Tools that the model fills by itself as things are: what an Activity may be written for. */
const latentTools = ({ nodes }: Graph): readonly string[] => [
  ...new Set(nodes.flatMap(({ tools }) => tools.flatMap(({ name, mode }) => (mode === 'latent' ? [name] : [])))),
]

interface ActivityListProps {
  readonly shown: readonly ListedActivity[]
  readonly chosen: string | undefined
}

/** The Activities to choose from, the Tools that none is written for yet, and a name for a new one. */
export function ActivityList({ shown, chosen }: ActivityListProps) {
  const graph = useGraph()
  const unsaved = new Set(codeDraftNames())
  const without = latentTools(graph).filter((tool) => shown.every(({ name }) => name !== tool))
  return (
    <div className={css.side}>
      <ul className={css.list} aria-label={say('list')}>
        {shown.map(({ name, kind }) => {
          const Icon = ICONS[kind]
          return (
            <li key={name}>
              <button type="button" aria-current={name === chosen || undefined} onClick={() => amendPlace({ name })}>
                <Icon size={14} aria-hidden />
                <span className={css.name}>{name}</span>
                <span className={css.kind}>{say(unsaved.has(name) ? 'unsaved' : `kind.${kind}`)}</span>
              </button>
            </li>
          )
        })}
      </ul>
      {without.length > 0 && (
        <div className={css.without}>
          <h3>{say('without')}</h3>
          <ul aria-label={say('without')}>
            {without.map((name) => (
              <li key={name}>
                <button type="button" onClick={() => amendPlace({ for: name })}>
                  {name}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className={css.new}>
        <AddName
          label={say('new.name')}
          button={say('new.add')}
          placeholder="scoreText"
          faultOf={(text) => {
            if (!NAME.test(text)) return say('new.bad')
            return shown.some(({ name }) => name.toLowerCase() === text.toLowerCase()) ? say('new.taken') : null
          }}
          onAdd={(name) => amendPlace({ name })}
          other={{ button: say('new.addHttp'), onAdd: addRequest }}
        />
      </div>
    </div>
  )
}
