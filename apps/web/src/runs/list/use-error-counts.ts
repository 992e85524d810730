import { useEffect, useState } from 'react'
import { listRunErrors, type RunFilter } from '../../platform/api/run-client.ts'
import { serverEvents } from '../../platform/api/server-events.ts'

type ErrorCounts = Awaited<ReturnType<typeof listRunErrors>>

const PAUSE_MS = 300

/** How many of the Runs that match failed with each code; counted again when a Run ends or goes. The chosen code is always among them. */
export function useErrorCounts(filter: RunFilter): ErrorCounts {
  const [counts, setCounts] = useState<ErrorCounts>([])
  const { error, sort: _sort, order: _order, ...others } = filter
  const key = JSON.stringify(others)
  useEffect(() => {
    let current = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const count = (): void =>
      void listRunErrors(JSON.parse(key) as RunFilter).then(
        (found) => current && setCounts(found),
        // Without counts there is one filter less; the list itself says what is wrong.
        () => undefined,
      )
    count()
    const stop = serverEvents.onEvent(({ type }) => {
      if (type !== 'run.changed' && type !== 'run.removed') return
      clearTimeout(timer)
      timer = setTimeout(count, PAUSE_MS)
    })
    return () => {
      current = false
      clearTimeout(timer)
      stop()
    }
  }, [key])
  return error === undefined || counts.some(({ code }) => code === error)
    ? counts
    : [...counts, { code: error, count: 0 }]
}
