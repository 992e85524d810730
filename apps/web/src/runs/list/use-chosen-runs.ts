import { useEffect, useRef, useState } from 'react'
import { serverEvents } from '../../platform/api/server-events.ts'
import { extendChoice, NOTHING, toggleRun, withoutRun } from '../open/choice.ts'
import type { useRunPages } from './use-run-pages.ts'

type Pages = ReturnType<typeof useRunPages>

/** The Runs of the list that are chosen to be compared or deleted. */
export function useChosenRuns(pages: Pages) {
  const [choice, setChoice] = useState(NOTHING)
  const [isChoosingAll, setChoosingAll] = useState(false)
  const lastAsked = useRef(0)
  const listed = pages.runs.map(({ id }) => id)
  const { chosen } = choice
  // A filter may hide earlier choices: hidden runs are not deleted.
  const inSight = listed.filter((id) => chosen.includes(id))
  const drop = (id: string): void => setChoice((before) => withoutRun(before, id))
  useEffect(
    () =>
      // Deleted in another window, too, it is chosen no longer.
      serverEvents.onEvent(({ type, run }) => {
        if (type === 'run.removed') drop(String(run))
      }),
    [],
  )
  return {
    chosen,
    inSight,
    hidden: chosen.length - inSight.length,
    isChoosingAll,
    forgetHidden: (): void => setChoice({ chosen: inSight }),
    forget: (id: string): void => {
      pages.forget(id)
      drop(id)
    },
    toggle: (id: string): void => setChoice((before) => toggleRun(before, id)),
    extend: (to: string, from?: string): void => setChoice((before) => extendChoice(before, listed, to, from)),
    chooseAll: async (all: boolean): Promise<void> => {
      const asked = ++lastAsked.current
      setChoosingAll(all)
      if (!all) return setChoice(NOTHING)
      const ids = await pages.all()
      // The box was cleared while the list was read: nothing is chosen.
      if (asked !== lastAsked.current) return
      setChoosingAll(false)
      if (ids !== null) setChoice({ chosen: ids })
    },
  }
}
