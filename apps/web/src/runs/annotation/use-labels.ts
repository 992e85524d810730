import { useEffect, useState } from 'react'
import { listLabels } from '../../platform/api/run-client.ts'

/** The labels that Runs carry; none while they load, and none if they can't be read: then there is one offer less. */
export function useLabels(): readonly string[] {
  const [labels, setLabels] = useState<readonly string[]>([])
  useEffect(() => {
    let current = true
    listLabels().then(
      (found) => current && setLabels(found),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [])
  return labels
}
