import type { Json } from '@ensemble/core'

/** What was typed for a run that was not started: a dialog closed by accident loses none of it while the page is open. */
const typed = new Map<string, Json>()

/** An Idea whose own default input changes begins anew with that. */
const keyOf = (idea: string, initial: Json): string => `${idea} ${JSON.stringify(initial)}`

export const typedInput = (idea: string, initial: Json): Json => typed.get(keyOf(idea, initial)) ?? initial

export const keepTyped = (idea: string, initial: Json, value: Json): void => void typed.set(keyOf(idea, initial), value)

export const forgetTyped = (idea: string, initial: Json): void => void typed.delete(keyOf(idea, initial))
