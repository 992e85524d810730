import type { Json } from '@ensemble/core'
import { keepDraft, readDraft } from '../../platform/ui/drafts.ts'

/** An Idea whose own default input changes begins anew with that. */
const nameOf = (idea: string, initial: Json): string => `run/${idea} ${JSON.stringify(initial)}`

/** What was typed for a run that was not started: a dialog closed by accident loses none of it, nor does a reload. */
export const typedInput = (idea: string, initial: Json): Json => readDraft(nameOf(idea, initial)) ?? initial

export const keepTyped = (idea: string, initial: Json, value: Json): void => keepDraft(nameOf(idea, initial), value)

export const forgetTyped = (idea: string, initial: Json): void => keepDraft(nameOf(idea, initial), null)
