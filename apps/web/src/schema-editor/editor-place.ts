import { createStore } from 'zustand/vanilla'

/** What of an Idea the schema editor shows: one of its Tools, or the schema of its input or output. */
export type EditorPart =
  { readonly type: 'tool'; readonly name: string } | { readonly type: 'input' } | { readonly type: 'output' }
export interface EditorPlace {
  readonly idea: string
  readonly part: EditorPart
}

export const editorPlace = createStore<{ readonly place: EditorPlace | null }>(() => ({ place: null }))

export const openEditor = (place: EditorPlace): void => editorPlace.setState({ place })
export const closeEditor = (): void => editorPlace.setState({ place: null })
