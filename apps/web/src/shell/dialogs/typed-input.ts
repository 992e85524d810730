import type { Json } from '@ensemble/core'
import { keepDraft, readDraft } from '../../platform/ui/drafts.ts'

/** An Idea with a changed default input starts fresh with that. */
const nameOf = (idea: string, initial: Json): string => `run/${idea} ${JSON.stringify(initial)}`

/** The typed input of an unstarted run: it survives an accidental close and a reload. */
export const typedInput = (idea: string, initial: Json): Json => readDraft(nameOf(idea, initial)) ?? initial

export const keepTyped = (idea: string, initial: Json, value: Json): void => keepDraft(nameOf(idea, initial), value)

export const forgetTyped = (idea: string, initial: Json): void => keepDraft(nameOf(idea, initial), null)
