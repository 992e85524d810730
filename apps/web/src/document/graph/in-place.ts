import { createStore } from 'zustand/vanilla'

/** The text that is edited on the canvas itself: a note, or the name of an Idea, a Tool or a group; null for none. */
export const inPlace = createStore<{ readonly id: string | null }>(() => ({ id: null }))

export const editInPlace = (id: string | null): void => inPlace.setState({ id })

/** How the name of a Tool is meant: a node alone means the name of the node. */
export const toolInPlace = (node: string, tool: string): string => `${node}#${tool}`
