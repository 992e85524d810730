import { graphStore } from '../graph/graph-store.ts'
import { isInside } from '../graph/inside.ts'
import { sessionStore } from '../../platform/session/session.ts'
import type { Command } from './command.ts'

/** Everything that the canvas shows: Ideas, what else is drawn, folded groups and notes. */
const shownNodes = (): readonly string[] => {
  const { shown, notes } = graphStore.getState()
  return [...shown.nodes.map(({ id }) => id), ...notes.keys()]
}

export const selectAll: Command = {
  id: 'selectAll',
  label: 'command.selectAll',
  group: 'edit',
  keys: ['Mod+A'],
  isOfCanvas: true,
  isEnabled: () => !isInside() && shownNodes().length > 0,
  run: () => sessionStore.setState({ selection: { nodes: shownNodes(), tool: null } }),
}
