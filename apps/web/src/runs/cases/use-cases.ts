import { useCallback, useEffect, useRef, useState } from 'react'
import {
  askCase,
  askJudges,
  checkCase,
  listCases,
  type CaseReport,
  type ListedCase,
} from '../../platform/api/case-client.ts'
import { serverEvents } from '../../platform/api/server-events.ts'
import { runEnd } from './run-end.ts'
import { notify } from '../../platform/session/notify.ts'

/** A case's known verdict. */
export interface CaseState {
  readonly busy: 'checking' | 'asking' | null
  readonly report: CaseReport | null
  /** The Run that asks again, while it does. */
  readonly run?: string
}

export interface Cases {
  readonly state: 'loading' | 'ready' | 'failed'
  readonly problem: string | null
  readonly cases: readonly ListedCase[]
  readonly stateOf: (name: string) => CaseState
  /** Replays every case. */
  readonly checkAll: () => void
  /** Asks the model again and judges the Run that comes of it. */
  readonly ask: (name: string) => void
  /** Asks the judges of a case that have not judged yet. */
  readonly judge: (name: string) => void
  /** Reads the list again and replays what is new in it. */
  readonly reload: () => void
}

/** Runs that ask again, by case: a person may leave the page to decide on one of their Calls, and come back. */
const underWay = new Map<string, string>()

const UNKNOWN: CaseState = { busy: null, report: null }
/** Replays at a time. */
const AT_ONCE = 3
/** A burst of saves is one change. */
const SETTLE_MS = 400

/** All cases of the workspace, replayed when the page opens and whenever a file changes. */
export function useCases(): Cases {
  const [list, setList] = useState<Pick<Cases, 'state' | 'problem' | 'cases'>>({
    state: 'loading',
    problem: null,
    cases: [],
  })
  const [states, setStates] = useState<ReadonlyMap<string, CaseState>>(new Map())
  const round = useRef(0)
  const followed = useRef(new Set<string>())
  const set = (name: string, state: CaseState): void => setStates((before) => new Map(before).set(name, state))

  const check = useCallback(async (names: readonly string[]): Promise<void> => {
    const mine = ++round.current
    const queue = [...names]
    setStates((before) => {
      const next = new Map(before)
      for (const name of names) next.set(name, { busy: 'checking', report: before.get(name)?.report ?? null })
      return next
    })
    const worker = async (): Promise<void> => {
      for (let name = queue.shift(); name !== undefined && mine === round.current; name = queue.shift()) {
        const report = await checkCase(name).catch((error: unknown) => brokenBy(name ?? '', error))
        if (mine === round.current) set(name, { busy: null, report })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
  }, [])

  /** Judges the case by a Run that asks again, once that has ended. */
  const follow = useCallback(async (name: string, run: string): Promise<void> => {
    if (followed.current.has(run)) return
    followed.current.add(run)
    setStates((before) => new Map(before).set(name, { busy: 'asking', report: before.get(name)?.report ?? null, run }))
    try {
      await runEnd(run)
      set(name, { busy: null, report: await checkCase(name, run) })
    } finally {
      // Unseen verdicts are computed again on return.
      if (round.current !== -1) underWay.delete(name)
      followed.current.delete(run)
    }
  }, [])

  const load = useCallback((): void => {
    listCases().then(
      (cases) => {
        setList({ state: 'ready', problem: null, cases })
        const names = cases.map(({ name }) => name)
        void check(withoutUnderWay(names))
        for (const [name, run] of underWay)
          if (names.includes(name)) follow(name, run).catch((error: unknown) => notify.refusal(error))
      },
      (error: unknown) =>
        setList({ state: 'failed', problem: error instanceof Error ? error.message : String(error), cases: [] }),
    )
  }, [check, follow])

  useEffect(() => {
    load()
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = serverEvents.onEvent((event) => {
      if (event.type !== 'activities.changed' && !(event.type === 'file.changed' && isPart(event.file))) return
      clearTimeout(timer)
      timer = setTimeout(load, SETTLE_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
      // Late answers are ignored.
      round.current = -1
    }
  }, [load])

  const ask = async (name: string): Promise<void> => {
    set(name, { busy: 'asking', report: states.get(name)?.report ?? null })
    try {
      const { id } = await askCase(name)
      underWay.set(name, id)
      await follow(name, id)
    } catch (error) {
      notify.refusal(error)
      set(name, { busy: null, report: states.get(name)?.report ?? null })
    }
  }

  const judge = async (name: string): Promise<void> => {
    const report = states.get(name)?.report ?? null
    const run = report?.run
    set(name, { busy: 'asking', report })
    try {
      await Promise.all((await askJudges(name, run)).map((each) => runEnd(each)))
      set(name, { busy: null, report: await checkCase(name, run) })
    } catch (error) {
      notify.refusal(error)
      set(name, { busy: null, report })
    }
  }

  return {
    ...list,
    judge: (name) => void judge(name),
    stateOf: (name) => states.get(name) ?? UNKNOWN,
    checkAll: () => void check(withoutUnderWay(list.cases.map(({ name }) => name))),
    ask: (name) => void ask(name),
    reload: load,
  }
}

const withoutUnderWay = (names: readonly string[]): readonly string[] => names.filter((name) => !underWay.has(name))

/** Files that a replay depends on; the canvas's layout isn't one. */
const isPart = (file: unknown): boolean => typeof file === 'string' && !file.startsWith('.ensemble/')

const brokenBy = (name: string, error: unknown): CaseReport => ({
  name,
  status: 'broken',
  score: 0,
  change: null,
  expectations: [],
  message: error instanceof Error ? error.message : String(error),
})
