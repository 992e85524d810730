import type { Json } from '@ensemble/core'
import type { Variant } from '../../platform/api/experiment-client.ts'

/** A variant while it is being written: one difference from the files, or none. */
export interface VariantDraft {
  readonly name: string
  readonly differs: Difference
}
export type Difference =
  | { readonly kind: 'none' }
  | { readonly kind: 'model'; readonly model: string }
  | { readonly kind: 'profile'; readonly profile: string }
  /** `tool` is `IDEA/TOOL`; `activity` is `""` where the model works it itself. */
  | { readonly kind: 'activity'; readonly tool: string; readonly activity: string }
  /** `message` is a place in the Idea's context. */
  | { readonly kind: 'prompt'; readonly idea: string; readonly message: number; readonly text: string }
export type DifferenceKind = Difference['kind']

export const DIFFERENCES: readonly DifferenceKind[] = ['none', 'model', 'profile', 'activity', 'prompt']

interface IdeaText {
  readonly context: readonly { readonly type: string; readonly text?: string }[]
}

/** The draft in the server's form. `ideaOf` gives an Idea's content on the page. */
export function toVariant({ name, differs }: VariantDraft, ideaOf: (name: string) => IdeaText | null): Variant {
  switch (differs.kind) {
    case 'none':
      return { name }
    case 'model':
      return { name, model: differs.model }
    case 'profile':
      return { name, profile: differs.profile }
    case 'activity':
      return { name, activities: { [differs.tool]: differs.activity } }
    case 'prompt': {
      const idea = ideaOf(differs.idea)
      if (idea === null) return { name }
      const context = idea.context.map((message, at) =>
        at === differs.message ? { ...message, text: differs.text } : message,
      )
      // An Idea is read from JSON, and stays JSON with another text in it.
      return { name, ideas: { [differs.idea]: { ...idea, context } as unknown as Json } }
    }
  }
}

/** A variant as it was started, to be written on; of several differences the first. */
export function fromVariant(variant: Variant, ideaOf: (name: string) => IdeaText | null): VariantDraft {
  const { name, model, profile, activities = {}, ideas = {} } = variant
  if (model !== undefined) return { name, differs: { kind: 'model', model } }
  if (profile !== undefined) return { name, differs: { kind: 'profile', profile } }
  const [work] = Object.entries(activities)
  if (work !== undefined) return { name, differs: { kind: 'activity', tool: work[0], activity: work[1] } }
  const [prompt] = Object.entries(ideas)
  if (prompt === undefined) return { name, differs: { kind: 'none' } }
  const [idea, content] = prompt
  const now = ideaOf(idea)?.context
  // The server took it as an Idea.
  const changed = textsOf(content as unknown as IdeaText).find(({ at, text }) => now?.[at]?.text !== text)
  return { name, differs: { kind: 'prompt', idea, message: changed?.at ?? -1, text: changed?.text ?? '' } }
}

/** The texts of an Idea that can be worded in another way, with their places in its context. */
export const textsOf = (idea: IdeaText | null): readonly { readonly at: number; readonly text: string }[] =>
  (idea?.context ?? []).flatMap(({ type, text }, at) => (type === 'text' && text !== undefined ? [{ at, text }] : []))

export type ParsedInputs =
  | { readonly ok: true; readonly inputs: readonly Json[] }
  | { readonly ok: false; readonly line: number; readonly reason: string }

/** One JSON value on each line; empty lines count for nothing. */
export function parseInputs(text: string): ParsedInputs {
  const inputs: Json[] = []
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    try {
      inputs.push(JSON.parse(line) as Json) // JSON.parse gives JSON
    } catch (error) {
      return { ok: false, line: at + 1, reason: error instanceof Error ? error.message : String(error) }
    }
  }
  return { ok: true, inputs }
}

/** A, B, C … */
export const letterOf = (variant: number): string => String.fromCharCode(65 + variant)
