import type { EditorWorld } from '@ensemble/core/editor'

/** What a text in the editor is, so that what is offered in it fits. */
export interface ModelContext {
  readonly kind: EditorWorld['file']
  /** Of the Idea or Tool. */
  readonly name?: string
}

const contexts = new Map<string, ModelContext>()

/** By the address of Monaco's model. */
export const setModelContext = (uri: string, context: ModelContext): void => void contexts.set(uri, context)
export const modelContext = (uri: string): ModelContext => contexts.get(uri) ?? { kind: 'schema' }
