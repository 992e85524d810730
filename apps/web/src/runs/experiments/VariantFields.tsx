import { Trash2 } from 'lucide-react'
import { useStore } from 'zustand'
import { useGraph } from '../../document/graph/graph-store.ts'
import { ideaTitle } from '../../document/open/idea-title.ts'
import { sessionStore, type Session } from '../../platform/session/session.ts'
import { classes } from '../../platform/ui/classes.ts'
import field from '../../platform/ui/field.module.css'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import css from './experiments.module.css'
import { readIdea } from './page-idea.ts'
import { say } from './say.ts'
import {
  DIFFERENCES,
  letterOf,
  textsOf,
  type Difference,
  type DifferenceKind,
  type VariantDraft,
} from './variant-draft.ts'

interface VariantFieldsProps {
  readonly at: number
  /** The Idea that runs: its own text is offered first. */
  readonly idea: string
  readonly draft: VariantDraft
  readonly canRemove: boolean
  readonly onChange: (draft: VariantDraft) => void
  readonly onRemove: () => void
}

const modelsOf = ({ models }: Session) => models
const profilesOf = ({ profiles }: Session) => profiles
const activitiesOf = ({ surroundings }: Session) => surroundings.activities

/** A variant's name and the one thing in which it differs from the files. */
export function VariantFields({ at, idea, draft, canRemove, onChange, onRemove }: VariantFieldsProps) {
  const letter = letterOf(at)
  const { name, differs } = draft
  const models = useStore(sessionStore, modelsOf)
  const profiles = useStore(sessionStore, profilesOf)
  const tools = useToolNames()
  const set = (changed: Difference): void => onChange({ ...draft, differs: changed })
  const begin = (kind: DifferenceKind): Difference => {
    switch (kind) {
      case 'none':
        return { kind }
      case 'model':
        return { kind, model: models[0] ?? '' }
      case 'profile':
        return { kind, profile: profiles[0] ?? '' }
      case 'activity':
        return { kind, tool: tools[0] ?? '', activity: '' }
      case 'prompt':
        return { kind, idea, message: -1, text: '' }
    }
  }
  return (
    <fieldset className={css.variant} aria-label={`${letter} ${name}`}>
      <span className={css.letter}>{letter}</span>
      <input
        aria-label={say('form.name', { letter })}
        className={field.input}
        maxLength={80}
        required
        value={name}
        onChange={(event) => onChange({ ...draft, name: event.target.value })}
      />
      <select
        aria-label={say('form.differs')}
        className={field.input}
        value={differs.kind}
        onChange={(event) => {
          const kind = DIFFERENCES.find((each) => each === event.target.value)
          if (kind !== undefined) set(begin(kind))
        }}
      >
        {DIFFERENCES.map((kind) => (
          <option key={kind} value={kind}>
            {say(`form.kind.${kind}`)}
          </option>
        ))}
      </select>
      <IconButton
        label={say('form.remove', { letter })}
        Icon={Trash2}
        size={13}
        disabled={!canRemove}
        onClick={onRemove}
      />
      <div className={css.members}>
        <Members differs={differs} models={models} profiles={profiles} tools={tools} onChange={set} />
      </div>
    </fieldset>
  )
}

/** Every Tool of the graph as `IDEA/TOOL`. */
const useToolNames = (): readonly string[] =>
  useGraph().nodes.flatMap(({ kind, name, tools }) =>
    kind === 'idea' ? tools.map((tool) => `${name}/${tool.name}`) : [],
  )

interface MembersProps {
  readonly differs: Difference
  readonly models: readonly string[]
  readonly profiles: readonly string[]
  readonly tools: readonly string[]
  readonly onChange: (differs: Difference) => void
}

function Members({ differs, models, profiles, tools, onChange }: MembersProps) {
  const activities = useStore(sessionStore, activitiesOf)
  switch (differs.kind) {
    case 'none':
      return null
    case 'model':
      return (
        <>
          <input
            aria-label={say('form.model')}
            className={classes(field.input, field.code)}
            list="experiment-models"
            required
            value={differs.model}
            onChange={(event) => onChange({ ...differs, model: event.target.value })}
          />
          <datalist id="experiment-models">
            {models.map((model) => (
              <option key={model} value={model} />
            ))}
          </datalist>
        </>
      )
    case 'profile':
      return (
        <Choice
          label={say('form.profile')}
          value={differs.profile}
          values={profiles}
          onPick={(profile) => onChange({ ...differs, profile })}
        />
      )
    case 'activity':
      return (
        <>
          <Choice
            label={say('form.tool')}
            value={differs.tool}
            values={tools}
            onPick={(tool) => onChange({ ...differs, tool })}
          />
          <Choice
            label={say('form.worker')}
            value={differs.activity}
            values={['', ...activities]}
            show={(activity) => (activity === '' ? say('form.latent') : activity)}
            onPick={(activity) => onChange({ ...differs, activity })}
          />
        </>
      )
    case 'prompt':
      return <Prompt differs={differs} onChange={onChange} />
  }
}

interface PromptProps {
  readonly differs: Extract<Difference, { kind: 'prompt' }>
  readonly onChange: (differs: Difference) => void
}

const LONGEST = 60

function Prompt({ differs, onChange }: PromptProps) {
  const { idea, message } = differs
  const ideas = useGraph().nodes.filter(({ kind }) => kind === 'idea')
  const texts = textsOf(readIdea(idea))
  const [first] = texts
  // Without a choice: the first text, for rewording.
  const shown = message < 0 ? { at: first?.at ?? -1, text: first?.text ?? '' } : { at: message, text: differs.text }
  return (
    <>
      <Choice
        label={say('form.ofIdea')}
        value={idea}
        values={ideas.map(({ name }) => name)}
        show={ideaTitle}
        onPick={(name) => onChange({ kind: 'prompt', idea: name, message: -1, text: '' })}
      />
      {texts.length > 1 && (
        <Choice
          label={say('form.message')}
          value={String(shown.at)}
          values={texts.map(({ at }) => String(at))}
          show={(at) => texts.find((each) => String(each.at) === at)?.text.slice(0, LONGEST) ?? at}
          onPick={(at) =>
            onChange({
              ...differs,
              message: Number(at),
              text: texts.find((each) => String(each.at) === at)?.text ?? '',
            })
          }
        />
      )}
      {first === undefined ? (
        <p className={css.facts}>{say('form.noText')}</p>
      ) : (
        <textarea
          aria-label={say('form.text')}
          className={classes(field.input, css.prompt)}
          rows={3}
          value={shown.text}
          onChange={(event) => onChange({ ...differs, message: shown.at, text: event.target.value })}
        />
      )}
    </>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly values: readonly string[]
  readonly show?: (value: string) => string
  readonly onPick: (value: string) => void
}

function Choice({ label, value, values, show = (each) => each, onPick }: ChoiceProps) {
  return (
    <label className={css.choice}>
      <span>{label}</span>
      <select className={field.input} value={value} onChange={(event) => onPick(event.target.value)}>
        {values.map((each) => (
          <option key={each} value={each}>
            {show(each)}
          </option>
        ))}
      </select>
    </label>
  )
}
