import type { Json, Stored } from '@ensemble/core'
import { ideaName, isBodyRef } from '@ensemble/core/trace'
import { ideaTitle } from '../trace/idea-title.ts'

/** What a Run is called in lists: the first words of its input, else its Idea. */
export function runTitle({ idea, input }: { readonly idea: string; readonly input: Stored<Json> }): string {
  const words = isBodyRef(input) ? undefined : firstText(input)
  return words ?? ideaTitle(ideaName(idea))
}

const firstText = (value: Json): string | undefined => {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim().slice(0, 200)
  if (typeof value !== 'object' || value === null) return undefined
  for (const item of Object.values(value) as readonly Json[]) {
    // Json's arrays and objects hold Json.
    const found = firstText(item)
    if (found !== undefined) return found
  }
  return undefined
}
