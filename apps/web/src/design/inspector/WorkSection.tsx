import type { GraphTool } from '@ensemble/core/idea'
import { ToggleGroup } from 'radix-ui'
import { useRef, useState } from 'react'
import { isSharedName } from '../../document/edits/mode-choices.ts'
import { bindTool, drawToolPer } from '../../document/edits/profile.ts'
import { assignWork, moveWork, movesOf, savedInOf, type SavedIn, type Worker } from '../../document/edits/worker.ts'
import { applyEdits, documentStore } from '../../document/open/document-store.ts'
import { ideaId, MANIFEST_FILE } from '../../document/texts/files.ts'
import type { ToolPlace } from '../../document/texts/idea-view.ts'
import { useWantedField } from '../../platform/session/focus-field.ts'
import { Field } from '../../platform/ui/Field.tsx'
import field from '../../platform/ui/field.module.css'
import { Section } from './Section.tsx'
import { WeightsField } from './WeightsField.tsx'
import { WorkSentence } from './WorkSentence.tsx'
import { WorkTarget } from './WorkTarget.tsx'
import { say } from './say.ts'
import { useWork } from './use-work.ts'
import { kindOfWork, namesake, WORK_KINDS, type WorkKind } from './work-kinds.ts'
import css from './work.module.css'

interface WorkSectionProps {
  readonly idea: string
  readonly place: ToolPlace
  readonly tool: GraphTool | undefined
}

const filesNow = () => documentStore.getState().files

/** The one control for who does a Tool's work, what that means in the active profile, and which file says so. */
export function WorkSection({ idea, place, tool }: WorkSectionProps) {
  const { at, work, workers } = useWork(idea, place, tool)
  // A kind of which the person has yet to choose one; any other choice ends it.
  const [begun, setBegun] = useState<{ readonly kind: WorkKind; readonly before: string } | null>(null)
  const before = JSON.stringify([work.worker, work.savedIn, work.split])
  const pending = begun?.before === before ? begun.kind : null
  const setPending = (next: WorkKind | null): void => setBegun(next === null ? null : { kind: next, before })
  const group = useRef<HTMLDivElement>(null)
  useWantedField('mode', group)
  const kind = kindOfWork(work, workers)
  const profile = at.profileName
  const about = { nodes: [ideaId(idea)], tool: place.name }

  const assign = (worker: Worker): void => {
    setPending(null)
    applyEdits('mode', assignWork(filesNow(), at, worker), { about })
  }
  const pick = (next: WorkKind): void => {
    if (next === kind && work.split === undefined) return setPending(null)
    if (next === 'model') return assign({ type: 'model' })
    if (next === 'idea')
      return work.module === undefined ? setPending('idea') : assign({ type: 'idea', address: work.module })
    const name = namesake(place.name, next, workers)
    if (name === undefined) setPending(next)
    else assign({ type: 'activity', name })
  }
  const bindSplit = (weights: Parameters<typeof bindTool>[2], scope = work.scope, mark?: string): void =>
    applyEdits('mode', [bindTool(filesNow(), { profile, tool: place.name, idea, scope }, weights)], { mark, about })
  const fileOf = (where: SavedIn): string => (where === 'idea' ? place.file : MANIFEST_FILE)
  const isShared = isSharedName(filesNow(), idea, place.name)

  return (
    <Section title={say('work.section')}>
      <ToggleGroup.Root
        ref={group}
        type="single"
        className={css.kinds}
        aria-label={say('work.section')}
        value={pending ?? (work.split === undefined ? kind : '')}
        onValueChange={(value) => {
          const next = WORK_KINDS.find((each) => each === value)
          if (next !== undefined) pick(next)
        }}
      >
        {WORK_KINDS.map((each) => (
          <ToggleGroup.Item
            key={each}
            value={each}
            className={css.kind}
            title={say('work.changes', {
              file: fileOf(savedInOf(work, each === 'model' || each === 'idea' ? each : 'activity')),
            })}
          >
            {say(`work.${each}`)}
          </ToggleGroup.Item>
        ))}
      </ToggleGroup.Root>
      <WorkTarget
        kind={pending ?? (work.split === undefined ? kind : 'model')}
        at={at}
        work={work}
        workers={workers}
        onAssign={assign}
      />
      {work.split !== undefined && pending === null && (
        <WeightsField
          weights={work.split}
          activities={workers.activities}
          defaultLabel={say(work.module === undefined ? 'work.model' : 'work.idea')}
          per={work.per}
          onPer={(per) => applyEdits('mode', [drawToolPer(filesNow(), profile, place.name, per)], { about })}
          onChange={(weights) => bindSplit(weights, work.scope, `${MANIFEST_FILE}#${place.name}/weights`)}
        />
      )}
      <WorkSentence at={at} work={work} workers={workers} />
      <SavedInField
        moves={movesOf(at, work)}
        savedIn={work.savedIn}
        profile={profile}
        file={place.file}
        onMove={(to) => applyEdits('mode', moveWork(filesNow(), at, to), { about })}
      />
      {work.savedIn === 'profile' && !work.isAuthored && (isShared || work.scope === 'idea') && (
        <label className={field.check} title={say('mode.onlyHereHint')}>
          <input
            type="checkbox"
            checked={work.scope === 'idea'}
            onChange={({ currentTarget }) => {
              const target = work.split ?? (work.worker.type === 'activity' ? work.worker.name : '')
              bindSplit(target, currentTarget.checked ? 'idea' : 'all')
            }}
          />
          {say('mode.onlyHere', { idea })}
        </label>
      )}
    </Section>
  )
}

interface SavedInFieldProps {
  readonly moves: readonly SavedIn[]
  readonly savedIn: SavedIn
  readonly profile: string
  readonly file: string
  readonly onMove: (to: SavedIn) => void
}

/** The file that holds the choice; choosing another one moves it there. */
function SavedInField({ moves, savedIn, profile, file, onMove }: SavedInFieldProps) {
  const label = (where: SavedIn): string =>
    where === 'nowhere'
      ? say('work.nowhere')
      : where === 'idea'
        ? say('work.inIdea', { file })
        : say('work.inProfile', { profile })
  if (moves.length < 2 && savedIn === 'nowhere') return <p className={field.hint}>{say('work.byName')}</p>
  if (moves.length < 2) return <p className={field.hint}>{`${say('work.savedIn')}: ${label(savedIn)}`}</p>
  return (
    <Field label={say('work.savedIn')}>
      {(id) => (
        <select
          id={id}
          className={field.input}
          value={savedIn}
          onChange={({ currentTarget }) => {
            const to = moves.find((each) => each === currentTarget.value)
            if (to !== undefined) onMove(to)
          }}
        >
          {moves.map((each) => (
            <option key={each} value={each}>
              {label(each)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
