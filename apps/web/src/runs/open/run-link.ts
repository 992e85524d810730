import { closeEditor } from '../../platform/session/editor-place.ts'
import { seek } from './run-playback.ts'
import { isEnded, runStore, type RunView } from './run-view.ts'
import { openRun, selectSpan } from './run.ts'
import { amendPlace, goTo, placeStore, writeHash, type Place } from '../../platform/session/location.ts'

const WRITE_MS = 200

/** The instant on screen as the address says it; nothing where no Run is open. */
const paramsOf = ({ runId, cursor, selectedSpan }: RunView): Place['params'] => ({
  ...(runId !== null && { run: runId }),
  ...(runId !== null && cursor !== null && { seq: String(cursor) }),
  ...(runId !== null && selectedSpan !== null && { span: selectedSpan }),
})

/** The address's part about the open Run. */
export const runParams = (): Place['params'] => paramsOf(runStore.getState())

/** An address to the instant on screen, to give to somebody else: of the trace where that fills the window. */
export const instantUrl = (): string => {
  const { page, params } = placeStore.getState()
  const ofTrace = page === 'trace' ? Object.fromEntries(OF_TRACE.flatMap((name) => pairOf(params, name))) : {}
  const place: Place = {
    page: page === 'trace' ? page : 'bench',
    params: { ...ofTrace, ...paramsOf(runStore.getState()) },
  }
  return `${location.origin}${location.pathname}${writeHash(place)}`
}

/** The address's parameters of the Run itself. */
const OF_RUN = ['run', 'seq', 'span']
/** The address's parameters of the trace over the whole window. */
const OF_TRACE = ['view', 'tab', 'sort']
const pairOf = (params: Place['params'], name: string): readonly (readonly [string, string])[] => {
  const value = params[name]
  return value === undefined ? [] : [[name, value]]
}

/** The pages whose address names the open Run. */
const isOfRun = ({ page }: Place): boolean => page === 'bench' || page === 'trace'

/** Opens what the address names, and lets the address follow what is opened. Returns how to stop. */
export function linkRun(): () => void {
  /** Work to do once enough of the Run has arrived. */
  let wanted: { readonly run: string; readonly seq: number } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const show = (place: Place): void => {
    const { run, seq, span } = place.params
    const shown = runStore.getState()
    if (!isOfRun(place) || run === undefined || run === '') return
    if (run !== shown.runId) {
      openRun(run)
      // Who goes to a Run wants to see it.
      closeEditor()
    }
    if (span !== shown.selectedSpan && (span !== undefined || run === shown.runId)) selectSpan(span ?? null)
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
    const place = placeStore.getState()
    const { params } = place
    const { run: _run, seq: _seq, span: _span, ...others } = params
    const next: Place['params'] = { ...paramsOf(runStore.getState()), ...others }
    if (!isOfRun(place) || wanted !== null || sameParams(params, next)) return
    // Another Run is a step; another instant of it is not.
    if (params['run'] === next['run'] || params['run'] === undefined) amendPlace(next)
    else goTo(place.page, next)
  }
  const stopRun = runStore.subscribe((state, before) => {
    arrive(state)
    if (state.runId === before.runId && state.cursor === before.cursor && state.selectedSpan === before.selectedSpan)
      return
    clearTimeout(timer)
    timer = setTimeout(write, WRITE_MS)
  })
  const stopPlace = placeStore.subscribe((place, before) => {
    // Other parts of the address may change while a new selection is not in it yet.
    if (place.page !== before.page || OF_RUN.some((name) => place.params[name] !== before.params[name])) show(place)
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
