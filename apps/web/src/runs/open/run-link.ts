import { closeEditor } from '../../platform/session/editor-place.ts'
import { seek } from './run-playback.ts'
import { isEnded, runStore, type RunView } from './run-view.ts'
import { openRun, selectSpan } from './run.ts'
import { amendPlace, goTo, placeStore, type Place } from '../../platform/session/location.ts'

const WRITE_MS = 200

/** The instant on screen as the address says it; nothing where no Run is open. */
const paramsOf = ({ runId, cursor, selectedSpan }: RunView): Place['params'] => ({
  ...(runId !== null && { run: runId }),
  ...(runId !== null && cursor !== null && { seq: String(cursor) }),
  ...(runId !== null && selectedSpan !== null && { span: selectedSpan }),
})

/** An address to the instant on screen, to give to somebody else. */
export const instantUrl = (): string =>
  `${location.origin}${location.pathname}#${new URLSearchParams(paramsOf(runStore.getState())).toString()}`

/** Opens what the address names, and lets the address follow what is opened. Returns how to stop. */
export function linkRun(): () => void {
  /** Work to do once enough of the Run has arrived. */
  let wanted: { readonly run: string; readonly seq: number } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const show = ({ page, params }: Place): void => {
    const { run, seq, span } = params
    const shown = runStore.getState()
    if (page !== 'bench' || run === undefined || run === '') return
    if (run !== shown.runId) {
      openRun(run)
      // Who goes to a Run wants to see it.
      closeEditor()
    }
    if (span !== undefined) selectSpan(span)
    const at = Number(seq)
    if (seq !== undefined && Number.isSafeInteger(at) && at > 0 && at !== runStore.getState().cursor)
      wanted = { run, seq: at }
    arrive(runStore.getState())
  }
  const arrive = ({ runId, log, status }: RunView): void => {
    if (wanted === null || log === null) return
    if (runId !== wanted.run) wanted = null
    else if (log.events.length >= wanted.seq) {
      const { seq } = wanted
      wanted = null
      seek(seq)
    } else if (isEnded(status)) {
      // The Run was over before that instant: its end is shown, and the address says so.
      wanted = null
      write()
    }
  }
  const write = (): void => {
    const { page, params } = placeStore.getState()
    const { inside } = params
    const next: Place['params'] = { ...(inside !== undefined && { inside }), ...paramsOf(runStore.getState()) }
    if (page !== 'bench' || wanted !== null || sameParams(params, next)) return
    // Another Run is a step; another instant of it is not.
    if (params['run'] === next['run'] || params['run'] === undefined) amendPlace(next)
    else goTo('bench', next)
  }
  const stopRun = runStore.subscribe((state, before) => {
    arrive(state)
    if (state.runId === before.runId && state.cursor === before.cursor && state.selectedSpan === before.selectedSpan)
      return
    clearTimeout(timer)
    timer = setTimeout(write, WRITE_MS)
  })
  const stopPlace = placeStore.subscribe((place, before) => {
    if (!sameParams(place.params, before.params) || place.page !== before.page) show(place)
  })
  show(placeStore.getState())
  return () => {
    stopRun()
    stopPlace()
    clearTimeout(timer)
  }
}

const sameParams = (a: Place['params'], b: Place['params']): boolean =>
  Object.keys({ ...a, ...b }).every((name) => a[name] === b[name])
