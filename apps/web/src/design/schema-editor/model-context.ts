import type { EditorWorld } from '@ensemble/core/editor'
import type { FieldOwner } from '../../document/edits/rename-field.ts'

/** What a text in the editor is, so that what is offered in it fits. */
export interface ModelContext {
  readonly kind: EditorWorld['file']
  /** Of the Idea or Tool. */
  readonly name?: string
  /** Where the text stands, so that a new name is followed in other files. */
  readonly place?: FieldOwner
}

const contexts = new Map<string, ModelContext>()

/** By the address of Monaco's model. */
export const setModelContext = (uri: string, context: ModelContext): void => void contexts.set(uri, context)
export const modelContext = (uri: string): ModelContext => contexts.get(uri) ?? { kind: 'schema' }
