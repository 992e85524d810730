import { ideaId } from '../texts/files.ts'
import { goTo, placeStore, type Place } from '../../platform/session/location.ts'
import { NOTHING, focusedNode, selectNode, sessionStore } from '../../platform/session/session.ts'

/** Between the Ideas of a trail; no name holds it. */
const BETWEEN = '.'

/** The Ideas that were entered one through the other, the last is the one whose inside is shown; empty on the graph. */
export const trailOf = ({ page, params }: Place): readonly string[] => {
  const { inside } = params
  return page !== 'bench' || inside === undefined || inside === '' ? [] : inside.split(BETWEEN)
}

export const isInside = (): boolean => trailOf(placeStore.getState()).length > 0

function go(trail: readonly string[]): void {
  const { inside: _inside, node: _node, tool: _tool, ...others } = placeStore.getState().params
  const last = trail.at(-1)
  // The Idea is selected in the same address: one that names another would lead out again after a reload.
  goTo('bench', last === undefined ? others : { ...others, node: ideaId(last), inside: trail.join(BETWEEN) })
  if (last === undefined) sessionStore.setState({ selection: NOTHING })
  else selectNode(ideaId(last))
}

/** Shows the inside of an Idea; one that is on the trail already is gone back to. */
export function enterIdea(name: string): void {
  const trail = trailOf(placeStore.getState())
  const index = trail.indexOf(name)
  go(index < 0 ? [...trail, name] : trail.slice(0, index + 1))
}

/** Back out to the Idea it was entered through, or to the graph with it selected. */
export function leaveIdea(): void {
  const trail = trailOf(placeStore.getState())
  const last = trail.at(-1)
  go(trail.slice(0, -1))
  if (trail.length === 1 && last !== undefined) selectNode(ideaId(last))
}

/** To the graph, from wherever one is. */
export const leaveAll = (): void => go([])

/** Selects the Idea whose inside the address shows; selecting another one leaves it. Returns how to stop. */
export function followSelection(): () => void {
  const [first] = trailOf(placeStore.getState()).slice(-1)
  if (first !== undefined) selectNode(ideaId(first))
  return sessionStore.subscribe((session, before) => {
    if (session.selection === before.selection) return
    const last = trailOf(placeStore.getState()).at(-1)
    const focus = focusedNode(session)
    if (last === undefined || focus === null || focus === ideaId(last)) return
    const { inside: _inside, ...others } = placeStore.getState().params
    goTo('bench', others)
  })
}
