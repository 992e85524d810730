import type { Work, Worker, WorkPlace } from '../../document/edits/worker.ts'
import { ideaNames } from '../../document/edits/intents.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { useGraph } from '../../document/graph/graph-store.ts'
import { canvasView } from '../../document/graph/canvas-view.ts'
import { ideaAddress, ideaId } from '../../document/texts/files.ts'
import { goTo } from '../../platform/session/location.ts'
import { selectNode } from '../../platform/session/session.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import field from '../../platform/ui/field.module.css'
import type { Choice } from '../add/choices.ts'
import { say } from './say.ts'
import { activitiesOfKind, kindOfWork, type ActivityKind, type WorkKind, type Workers } from './work-kinds.ts'
import css from './work.module.css'

interface WorkTargetProps {
  readonly kind: WorkKind
  readonly at: WorkPlace
  readonly work: Work
  readonly workers: Workers
  readonly onAssign: (worker: Worker) => void
}

/** Which one of a kind does the work, with a way to it and to a new one; the model is only one. */
export function WorkTarget(props: WorkTargetProps) {
  if (props.kind === 'model') return null
  return props.kind === 'idea' ? <IdeaTarget {...props} /> : <ActivityTarget {...props} kind={props.kind} />
}

interface TargetProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly onPick: (value: string) => void
}

const Target = ({ label, value, options, onPick }: TargetProps) => (
  <Field label={label}>
    {(id) => (
      <select
        id={id}
        className={field.input}
        value={value}
        onChange={({ currentTarget }) => currentTarget.value !== '' && onPick(currentTarget.value)}
      >
        {value === '' && <option value="">{say('work.choose')}</option>}
        {options.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
    )}
  </Field>
)

/** Makes what is missing by the way of the picker: the Tool is given it. */
async function make({ idea, place }: WorkPlace, choice: Choice): Promise<void> {
  const { take } = await import('../add/take.ts')
  const from = { node: ideaId(idea), handle: `tool:${place.name}` }
  await take(choice, { at: canvasView()?.toWindow(canvasView()?.centre() ?? { x: 0, y: 0 }) ?? { x: 0, y: 0 }, from })
}

function ActivityTarget({ kind, at, work, workers, onAssign }: WorkTargetProps & { readonly kind: ActivityKind }) {
  const isChosen = kindOfWork(work, workers) === kind
  const chosen = isChosen && work.worker.type === 'activity' ? work.worker.name : ''
  const names = activitiesOfKind(kind, workers, chosen === '' ? undefined : chosen)
  const known = new Set([...workers.activities, ...workers.requests])
  const { name: tool } = at.place
  const write = async (): Promise<void> => {
    if (kind === 'mcp') return
    await make(at, { type: kind, name: '' })
    onAssign({ type: 'activity', name: tool })
  }
  return (
    <>
      {names.length > 0 && (
        <Target
          label={say(`work.target.${kind}`)}
          value={chosen}
          options={names.map((name) => [name, known.has(name) ? name : say('mode.unregistered', { activity: name })])}
          onPick={(name) => onAssign({ type: 'activity', name })}
        />
      )}
      {kind === 'mcp' && names.length === 0 && <p className={field.hint}>{say('work.noServer')}</p>}
      {kind !== 'mcp' && (
        <div className={css.ways}>
          {known.has(chosen) && (
            <Button size="small" onClick={() => goTo('activities', { name: chosen })}>
              {say(`work.open.${kind}`)}
            </Button>
          )}
          {!known.has(tool) && (
            <Button size="small" onClick={() => void write()}>
              {say(`work.make.${kind}`, { tool })}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

function IdeaTarget({ at, work, onAssign }: WorkTargetProps) {
  const { files } = documentStore.getState()
  const module = work.worker.type === 'idea' ? (work.module ?? '') : ''
  const others = ideaNames(files).filter((name) => name !== at.idea)
  const isListed = others.some((name) => ideaAddress(name) === module)
  const target = module.replace('idea://', '')
  const nodes = useGraph().nodes
  const titleOf = (name: string): string => nodes.find(({ id }) => id === ideaId(name))?.title ?? name
  return (
    <>
      <Target
        label={say('work.target.idea')}
        value={module}
        options={[
          ...(module === '' || isListed ? [] : [[module, module.replaceAll(' ', ' | ')] as const]),
          ...others.map((name) => [ideaAddress(name), titleOf(name)] as const),
        ]}
        onPick={(address) => onAssign({ type: 'idea', address })}
      />
      <div className={css.ways}>
        {isListed && (
          <Button
            size="small"
            onClick={() => {
              selectNode(ideaId(target))
              canvasView()?.reveal(ideaId(target))
            }}
          >
            {say('work.open.idea', { idea: titleOf(target) })}
          </Button>
        )}
        <Button size="small" onClick={() => void make(at, { type: 'newIdea', name: '' })}>
          {say('work.make.idea')}
        </Button>
      </div>
    </>
  )
}
