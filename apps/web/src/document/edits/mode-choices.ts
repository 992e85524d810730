import type { Profile } from '@ensemble/core'
import type { BindingTarget, DrawnPer, GraphTool } from '@ensemble/core/idea'
import type { Files } from './intents.ts'
import { toolsOfIdea, ideaNames } from './intents.ts'
import type { ToolPlace } from '../texts/idea-view.ts'
import type { Weighted } from '../open/read-profile.ts'
import { boundTarget } from './profile.ts'
import { fixedValue } from './tool-fields.ts'

/** The settings that decide a Tool's mode in the active profile, and the place of a choice. */
export type ModeSource =
  /** The Idea fixes `_activity: ""`: only an edit of the Idea changes that. */
  | { readonly type: 'fixedLatent' }
  /** The Idea names an Activity; a profile may swap the code behind it. */
  | { readonly type: 'named'; readonly authored: string; readonly implementation: string | undefined }
  /** The profile binds the Tool, or leaves it to its default. */
  | {
      readonly type: 'open'
      readonly target: BindingTarget | undefined
      readonly scope: 'all' | 'idea'
      /** The unit of the weighted choice. */
      readonly per: DrawnPer
    }

/** Reads it off the Tool and the profile (docs/contract/protocol.md#activities). */
export function modeSource(place: ToolPlace, tool: GraphTool | undefined, profile: Profile, idea: string): ModeSource {
  const authored = fixedValue(place, ['_activity'])
  const isIdeaModule = tool !== undefined && tool.modules.some((module) => module !== 'anonymous')
  // An Idea is a module whatever `_activity` says; only a binding puts code in its place.
  if (typeof authored === 'string' && !isIdeaModule) {
    if (authored === '') return { type: 'fixedLatent' }
    return { type: 'named', authored, implementation: profile.activities?.[authored] }
  }
  const bound = boundTarget(profile, idea, place.name)
  return { type: 'open', target: bound?.target, scope: bound?.scope ?? 'all', per: bound?.per ?? 'run' }
}

/** Whether another Idea has a Tool of that name, which a binding for all would change as well. */
export const isSharedName = (files: Files, idea: string, tool: string): boolean =>
  ideaNames(files).some((other) => other !== idea && toolsOfIdea(files, other).some(({ name }) => name === tool))

/** Each target's share of all weights, in whole percents. */
export function sharesOf(weights: readonly Weighted[]): readonly number[] {
  const total = weights.reduce((sum, { weight }) => sum + Math.max(0, weight), 0)
  return weights.map(({ weight }) => (total === 0 ? 0 : Math.round((Math.max(0, weight) / total) * 100)))
}
