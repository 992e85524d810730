import { useEffect, useState } from 'react'
import { listActivities, type ListedActivity } from '../../platform/api/activity-client.ts'

/**
 * The workspace's Activities as the server lists them, asked for again with each `name` that is shown; null asks for none.
 * Empty until the first answer, and without one.
 */
export function useActivities(name: string | null): readonly ListedActivity[] {
  const [listed, setListed] = useState<readonly ListedActivity[]>([])
  useEffect(() => {
    if (name === null) return
    let current = true
    listActivities().then(
      (found) => current && setListed(found),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [name])
  return listed
}
