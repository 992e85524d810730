import type { Json, Profile } from '@ensemble/core'
import type { BindingTarget, DrawnPer, ToolBinding } from '@ensemble/core/idea'
import type { FileEdit } from '../texts/document.ts'
import { MANIFEST_FILE } from '../texts/files.ts'
import { parseObject } from '../texts/idea-view.ts'
import type { Files } from './intents.ts'
import { isTarget, readProfile, type Weighted } from '../open/read-profile.ts'
import { setAt } from '../texts/json-edit.ts'

/** Bindings as ensemble.json holds them (docs/contract/protocol.md#activities), changed as edits of its text. */

/** Which binding is meant: a Tool's in every Idea, or in one alone. */
export interface BindingPlace {
  readonly profile: string
  readonly tool: string
  readonly idea: string
  readonly scope: 'all' | 'idea'
}

/** A profile's binding of an Idea's Tool, and whether it is for that Idea alone; undefined without one. */
export function boundTarget(
  profile: Profile,
  idea: string,
  tool: string,
): { readonly target: BindingTarget; readonly scope: BindingPlace['scope']; readonly per: DrawnPer } | undefined {
  const binding = Object.entries(profile.tools ?? {}).find(([name]) => name === tool)?.[1]
  if (binding === undefined) return undefined
  if (isTarget(binding)) return { target: binding, scope: 'all', per: 'run' }
  const { per = 'run' } = binding
  const own = Object.entries(binding.ideas ?? {}).find(([name]) => name === idea)?.[1]
  if (own !== undefined) return { target: own, scope: 'idea', per }
  return binding.default === undefined ? undefined : { target: binding.default, scope: 'all', per }
}

/** A target as weights; a plain one weighs 1. */
export const weightsOf = (target: BindingTarget): readonly Weighted[] =>
  typeof target === 'string' ? [{ to: target, weight: 1 }] : target

/** `binding` with another target at a place; undefined takes it out, and the binding with it where nothing is left. */
export function withTarget(
  binding: ToolBinding | undefined,
  { idea, scope }: Pick<BindingPlace, 'idea' | 'scope'>,
  target: BindingTarget | undefined,
): ToolBinding | undefined {
  const plain = binding === undefined || isTarget(binding)
  const byIdea = new Map(plain ? [] : Object.entries(binding.ideas ?? {}))
  byIdea.delete(idea)
  if (scope === 'idea' && target !== undefined) byIdea.set(idea, target)
  const before = plain ? binding : binding.default
  const general = scope === 'all' ? target : before
  const per = plain ? undefined : binding.per
  if (byIdea.size === 0 && (per === undefined || !Array.isArray(general))) return general
  return {
    ...(general !== undefined && { default: general }),
    ...(byIdea.size > 0 && { ideas: Object.fromEntries(byIdea) }),
    ...(per !== undefined && { per }),
  }
}

/** `binding` with another unit to draw its arm from; "run" is the default, so nothing says it. */
export function withPer(binding: ToolBinding, per: DrawnPer): ToolBinding {
  const { default: general, ideas } = isTarget(binding) ? { default: binding } : binding
  if (per === 'run' && ideas === undefined && general !== undefined) return general
  return {
    ...(general !== undefined && { default: general }),
    ...(ideas !== undefined && { ideas }),
    ...(per !== 'run' && { per }),
  }
}

const manifestEdit = (files: Files, change: (text: string) => string): FileEdit => ({
  file: MANIFEST_FILE,
  text: change(files.get(MANIFEST_FILE)?.text ?? '{\n  "version": 1\n}\n'),
})

/** The edit of ensemble.json that binds a Tool to `target`; undefined leaves it to docs/contract/protocol.md#activities again. */
export function bindTool(files: Files, place: BindingPlace, target: BindingTarget | undefined): FileEdit {
  const { profile, tool } = place
  return manifestEdit(files, (text) => {
    const current = readProfile(parseObject(text), profile).tools ?? {}
    const next = withTarget(Object.entries(current).find(([name]) => name === tool)?.[1], place, target)
    // A binding is JSON by its shape; its readonly types are not assignable to it.
    return setAt(text, ['profiles', profile, 'tools', tool], next as Json | undefined)
  })
}

/** The edit of ensemble.json that says what the arm of a bound Tool is drawn from. */
export function drawToolPer(files: Files, profile: string, tool: string, per: DrawnPer): FileEdit {
  return manifestEdit(files, (text) => {
    const { tools = {} } = readProfile(parseObject(text), profile)
    const binding = Object.entries(tools).find(([name]) => name === tool)?.[1]
    // A binding is JSON by its shape; its readonly types are not assignable to it.
    return binding === undefined
      ? text
      : setAt(text, ['profiles', profile, 'tools', tool], withPer(binding, per) as Json)
  })
}

/** The edit that puts another implementation behind an Activity name that Tools say; undefined takes it back. */
export const swapActivity = (
  files: Files,
  profile: string,
  activity: string,
  implementation: string | undefined,
): FileEdit => manifestEdit(files, (text) => setAt(text, ['profiles', profile, 'activities', activity], implementation))
