import type { BindingTarget, GraphTool } from '@ensemble/core'
import { useRef, type ReactNode } from 'react'
import type { ModeSource } from '../../document/edits/mode-choices.ts'
import { useWantedField } from '../../platform/session/focus-field.ts'
import field from '../../platform/ui/field.module.css'
import { say } from './say.ts'

const DEFAULT = ' default'
const LATENT = ' latent'
const SPLIT = ' split'

const toTarget = (value: string): string => (value === LATENT ? '' : value)
/** Which choice a binding is. */
const choiceOf = (target: BindingTarget | undefined): string => {
  if (target === undefined) return DEFAULT
  if (typeof target !== 'string') return SPLIT
  return target === '' ? LATENT : target
}

interface ModePickProps {
  readonly id: string
  readonly source: ModeSource
  /** The Tool's name, and what the graph knows of it. */
  readonly name: string
  readonly tool: GraphTool | undefined
  readonly activities: readonly string[]
  /** Undefined leaves the Tool to its default. */
  readonly onBind: (target: BindingTarget | undefined, scope: 'all' | 'idea') => void
  /** The code behind the Idea's name; undefined for that name itself. */
  readonly onSwap: (authored: string, implementation: string | undefined) => void
}

/** The worker of a Tool's Calls, if the Idea leaves a choice. */
export function ModePick({ id, source, name, tool, activities, onBind, onSwap }: ModePickProps) {
  if (source.type === 'fixedLatent')
    return (
      <ModeSelect id={id} value={LATENT} disabled onPick={() => undefined}>
        <option value={LATENT}>{say('mode.latent')}</option>
      </ModeSelect>
    )
  if (source.type === 'named')
    return (
      <ModeSelect
        id={id}
        value={source.implementation ?? DEFAULT}
        onPick={(value) => onSwap(source.authored, value === DEFAULT ? undefined : value)}
      >
        <option value={DEFAULT}>{say('mode.authored', { authored: source.authored })}</option>
        <Activities names={activities} missing={source.implementation} />
      </ModeSelect>
    )
  const isModule = tool?.mode === 'module'
  const target = typeof source.target === 'string' ? source.target : undefined
  const bind = (next: BindingTarget | undefined): void => onBind(next, source.scope)
  const split = (): void => {
    const current = target ?? ''
    const other = current === '' ? (activities[0] ?? '') : ''
    bind([
      { to: current, weight: 1 },
      { to: other, weight: 1 },
    ])
  }
  const byDefault = isModule
    ? say('mode.module', { module: tool.modules.join(', ') })
    : activities.includes(name)
      ? say('mode.activity', { activity: name })
      : say('mode.latent')
  return (
    <ModeSelect
      id={id}
      value={choiceOf(source.target)}
      onPick={(value) => (value === SPLIT ? split() : bind(value === DEFAULT ? undefined : toTarget(value)))}
    >
      <option value={DEFAULT}>{isModule ? byDefault : say('mode.byDefault', { what: byDefault })}</option>
      {!isModule && <option value={LATENT}>{say('mode.latent')}</option>}
      <Activities names={activities} missing={target} />
      <option value={SPLIT}>{say('mode.split')}</option>
    </ModeSelect>
  )
}

/** The Activities that are registered, and the one that is chosen though it is not. */
function Activities({ names, missing }: { readonly names: readonly string[]; readonly missing: string | undefined }) {
  return (
    <>
      {names.length > 0 && (
        <optgroup label={say('mode.activities')}>
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </optgroup>
      )}
      {missing !== undefined && missing !== '' && !names.includes(missing) && (
        <option value={missing}>{say('mode.unregistered', { activity: missing })}</option>
      )}
    </>
  )
}

interface ModeSelectProps {
  readonly id: string
  readonly value: string
  readonly disabled?: boolean
  readonly onPick: (value: string) => void
  readonly children: ReactNode
}

function ModeSelect({ id, value, disabled, onPick, children }: ModeSelectProps) {
  const ref = useRef<HTMLSelectElement>(null)
  useWantedField('mode', ref)
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
