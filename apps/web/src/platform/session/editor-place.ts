import { createStore } from 'zustand/vanilla'

/** The part of an Idea in the schema editor: one of its Tools, or the schema of its input or output. */
export type EditorPart =
  { readonly type: 'tool'; readonly name: string } | { readonly type: 'input' } | { readonly type: 'output' }
export interface EditorPlace {
  readonly idea: string
  readonly part: EditorPart
}

export interface EditorState {
  readonly place: EditorPlace | null
  /** The element that had the focus when the editor opened, and gets it back. */
  readonly opener: Element | null
}

export const editorPlace = createStore<EditorState>(() => ({ place: null, opener: null }))

export const openEditor = (place: EditorPlace): void =>
  editorPlace.setState((before) => ({ place, opener: before.place === null ? document.activeElement : before.opener }))
export const closeEditor = (): void => editorPlace.setState({ place: null })
