import type { BindingTarget, GraphTool } from '@ensemble/core'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { ModeIcon } from '../ui/ModeIcon.tsx'
import type { Document } from '../document/document.ts'
import type { ToolPlace } from '../document/idea-view.ts'
import { bindTool, swapActivity, weightsOf, type BindingPlace } from '../document/profile.ts'
import { t } from '../i18n/index.ts'
import { applyEdits, documentStore } from '../stores/document.ts'
import { goTo } from '../stores/location.ts'
import { activeProfile } from '../stores/profile.ts'
import { sessionStore, type Session } from '../stores/session.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import field from '../ui/field.module.css'
import { focusField } from '../stores/focus-field.ts'
import styles from './inspector.module.css'
import own from './mode.module.css'
import { isSharedName, modeSource } from '../document/mode-choices.ts'
import { say } from './say.ts'
import { Section } from './Section.tsx'
import { withFixed } from '../document/tool-fields.ts'
import { changeText } from '../stores/use-file.ts'
import { WeightsField } from './WeightsField.tsx'

const filesOf = (document: Document) => document.files
const surroundingsOf = (session: Session) => session.surroundings
const wantedField = ({ field: wanted }: { readonly field: string | null }) => wanted

const DEFAULT = ' default'
const LATENT = ' latent'
const SPLIT = ' split'

const toTarget = (value: string): string => (value === LATENT ? '' : value)
const toValue = (target: string): string => (target === '' ? LATENT : target)

interface ModeSectionProps {
  readonly idea: string
  readonly place: ToolPlace
  readonly tool: GraphTool | undefined
}

/** The one control that says how a Tool's Calls run in the active profile: latent, an Activity, the module, or a split. */
export function ModeSection({ idea, place, tool }: ModeSectionProps) {
  const files = useStore(documentStore, filesOf)
  const { activities, profile } = useStore(sessionStore, surroundingsOf)
  const profileName = useStore(sessionStore, activeProfile)
  const source = modeSource(place, tool, profile, idea)
  const isShared = isSharedName(files, idea, place.name)
  const isModule = tool?.mode === 'module'

  const bind = (target: BindingTarget | undefined, scope: BindingPlace['scope'], mark?: string): void =>
    applyEdits('mode', [bindTool(files, { profile: profileName, tool: place.name, idea, scope }, target)], mark)
  const pickSplit = (scope: BindingPlace['scope'], current: string): void => {
    const other = current === '' ? (activities[0] ?? '') : ''
    bind(
      [
        { to: current, weight: 1 },
        { to: other, weight: 1 },
      ],
      scope,
    )
  }

  const options = (missing: string | undefined) => (
    <>
      {activities.length > 0 && (
        <optgroup label={say('mode.activities')}>
          {activities.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </optgroup>
      )}
      {missing !== undefined && missing !== '' && !activities.includes(missing) && (
        <option value={missing}>{say('mode.unregistered', { activity: missing })}</option>
      )}
    </>
  )
  const byDefault = isModule
    ? say('mode.module', { module: tool.modules.join(', ') })
    : activities.includes(place.name)
      ? say('mode.activity', { activity: place.name })
      : say('mode.latent')

  return (
    <Section title={say('mode.section')} note={say('mode.inProfile', { profile: profileName })}>
      <Field label={say('mode.runsAs')} hint={source.type === 'open' ? say('mode.hint') : undefined}>
        {(id) => (
          <span className={own.modePick}>
            {tool !== undefined && <ModeIcon mode={tool.mode} size={15} />}
            {source.type === 'fixedLatent' && (
              <ModeSelect id={id} value={LATENT} disabled onPick={() => undefined}>
                <option value={LATENT}>{say('mode.latent')}</option>
              </ModeSelect>
            )}
            {source.type === 'named' && (
              <ModeSelect
                id={id}
                value={source.implementation ?? DEFAULT}
                onPick={(value) =>
                  applyEdits('mode', [
                    swapActivity(files, profileName, source.authored, value === DEFAULT ? undefined : value),
                  ])
                }
              >
                <option value={DEFAULT}>{say('mode.authored', { authored: source.authored })}</option>
                {options(source.implementation)}
              </ModeSelect>
            )}
            {source.type === 'open' && (
              <ModeSelect
                id={id}
                value={
                  source.target === undefined
                    ? DEFAULT
                    : typeof source.target === 'string'
                      ? toValue(source.target)
                      : SPLIT
                }
                onPick={(value) => {
                  if (value === SPLIT) pickSplit(source.scope, typeof source.target === 'string' ? source.target : '')
                  else bind(value === DEFAULT ? undefined : toTarget(value), source.scope)
                }}
              >
                <option value={DEFAULT}>{isModule ? byDefault : say('mode.byDefault', { what: byDefault })}</option>
                {!isModule && <option value={LATENT}>{say('mode.latent')}</option>}
                {options(typeof source.target === 'string' ? source.target : undefined)}
                <option value={SPLIT}>{say('mode.split')}</option>
              </ModeSelect>
            )}
          </span>
        )}
      </Field>
      {source.type === 'open' && !isModule && source.target === undefined && (
        <Button
          size="small"
          className={styles.addButton}
          onClick={() => goTo('activities', { [activities.includes(place.name) ? 'name' : 'for']: place.name })}
        >
          {say(activities.includes(place.name) ? 'mode.openActivity' : 'mode.writeActivity')}
        </Button>
      )}
      {source.type === 'named' && (
        <p className={field.hint}>{say('mode.authoredHint', { authored: source.authored })}</p>
      )}
      {source.type === 'fixedLatent' && (
        <>
          <p className={field.hint}>{say('mode.latentHint')}</p>
          <Button
            size="small"
            className={styles.addButton}
            onClick={() =>
              changeText(place.file, `${place.file}#_activity`, (text) =>
                withFixed(text, place, ['_activity'], undefined),
              )
            }
          >
            {say('mode.letProfileDecide')}
          </Button>
        </>
      )}
      {source.type === 'open' && Array.isArray(source.target) && (
        <WeightsField
          weights={weightsOf(source.target)}
          activities={activities}
          defaultLabel={isModule ? t('mode.module') : say('mode.latent')}
          onChange={(weights) => bind(weights, source.scope, `ensemble.json#${place.name}/weights`)}
        />
      )}
      {source.type === 'open' && source.target !== undefined && (isShared || source.scope === 'idea') && (
        <label className={field.check} title={say('mode.onlyHereHint')}>
          <input
            type="checkbox"
            checked={source.scope === 'idea'}
            onChange={(event) => bind(source.target, event.currentTarget.checked ? 'idea' : 'all')}
          />
          {say('mode.onlyHere', { idea })}
        </label>
      )}
    </Section>
  )
}

interface ModeSelectProps {
  readonly id: string
  readonly value: string
  readonly disabled?: boolean
  readonly onPick: (value: string) => void
  readonly children: React.ReactNode
}

function ModeSelect({ id, value, disabled, onPick, children }: ModeSelectProps) {
  const ref = useRef<HTMLSelectElement>(null)
  const wanted = useStore(focusField, wantedField)
  useEffect(() => {
    if (wanted !== 'mode') return
    focusField.setState({ field: null })
    ref.current?.focus()
  }, [wanted])
  return (
    <select
      ref={ref}
      id={id}
      className={field.input}
      value={value}
      disabled={disabled}
      onChange={(event) => onPick(event.currentTarget.value)}
    >
      {children}
    </select>
  )
}
