import { createStore } from 'zustand/vanilla'
import { extendChoice, NOTHING, toggleRun, type Choice } from './choice.ts'
import { runStore } from './run-view.ts'
import { selectSpan } from './run.ts'

/** Calls of the open Run that are chosen together, as `Choice` has it for Runs. */
export const chosenCallsStore = createStore<Choice>(() => NOTHING)

runStore.subscribe(({ runId }, before) => {
  if (runId !== before.runId) clearCalls()
})

const CALL = /(?:^|\/)call\/\d+$/
export const isCall = (span: string | null): span is string => span !== null && CALL.test(span)

/** The Call that a choice begins with. */
const selectedCall = (): string | undefined => {
  const { selectedSpan } = runStore.getState()
  return isCall(selectedSpan) ? selectedSpan : undefined
}

export const clearCalls = (): void => chosenCallsStore.setState(NOTHING, true)

/** With Ctrl or Cmd: this one too, or no longer; the selected one is the first. */
export function toggleCall(span: string): void {
  if (!isCall(span)) return
  chosenCallsStore.setState((choice) => {
    const first = selectedCall()
    const begun =
      choice.chosen.length === 0 && first !== undefined && first !== span ? toggleRun(choice, first) : choice
    return toggleRun(begun, span)
  })
  selectSpan(span)
}

/** With Shift: all Calls of the same parent up to this one, in the order of the lines. */
export function extendCalls(listed: readonly string[], to: string): void {
  if (!isCall(to)) return selectSpan(to)
  const loop = parentLoop(to)
  const siblings = listed.filter((span) => isCall(span) && parentLoop(span) === loop)
  chosenCallsStore.setState((choice) =>
    extendChoice(choice, siblings, to, choice.anchor === undefined ? selectedCall() : undefined),
  )
  selectSpan(to)
}

/** The parent of the Call: the Run (`""`), or the Call whose Module made it. */
export const parentLoop = (span: string): string => span.replace(/(?:^|\/)request\/\d+\/call\/\d+$/, '')

/** The Calls of a Tool of an Idea in the open Run that came last, side by side. */
export function callsOfTool(idea: string, tool: string): readonly string[] {
  const spans = [...(runStore.getState().log?.spans.byId.values() ?? [])].map(({ latest }) => latest)
  const calls = spans.filter((span) => isCall(span.id) && span.tool === tool && span.idea === idea).map(({ id }) => id)
  const last = calls.at(-1)
  return last === undefined ? [] : calls.filter((id) => parentLoop(id) === parentLoop(last))
}

/** The Calls that a Command acts on: those chosen, else the selected one. */
export const callsMeant = (): readonly string[] => {
  const { chosen } = chosenCallsStore.getState()
  return chosen.length > 0 ? chosen : [selectedCall() ?? []].flat()
}
