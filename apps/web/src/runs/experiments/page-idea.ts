import type { Idea, Json } from '@ensemble/core'
import { ideaFile } from '../../document/texts/files.ts'
import { documentStore } from '../../document/open/document-store.ts'

/** An Idea's content on the page; null if its file is missing or isn't JSON. */
export function readIdea(name: string): Pick<Idea, 'context'> | null {
  const text = documentStore.getState().files.get(ideaFile(name))?.valid
  if (text === undefined || text === null) return null
  const idea = JSON.parse(text) as Partial<Idea> | null // `valid` is JSON
  return Array.isArray(idea?.context) ? (idea as Pick<Idea, 'context'>) : null // as far as it is read here
}

/** The initial values of an Idea's form. */
export function startInput(name: string): Json {
  const message = readIdea(name)?.context.find(({ type }) => type === 'input')
  return message?.type === 'input' ? (message.input ?? null) : null
}
