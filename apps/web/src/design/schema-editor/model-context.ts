import type { EditorWorld } from '@ensemble/core/editor'
import type { FieldOwner } from '../../document/edits/rename-field.ts'

/** The kind of text in the editor, for matching offers. */
export interface ModelContext {
  readonly kind: EditorWorld['file']
  /** The name of the Idea or Tool. */
  readonly name?: string
  /** The text's place, so that a new name is followed in other files. */
  readonly place?: FieldOwner
}

const contexts = new Map<string, ModelContext>()

/** By the address of Monaco's model. */
export const setModelContext = (uri: string, context: ModelContext): void => void contexts.set(uri, context)
export const modelContext = (uri: string): ModelContext => contexts.get(uri) ?? { kind: 'schema' }
