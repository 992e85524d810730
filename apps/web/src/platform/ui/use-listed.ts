import { useEffect, useState } from 'react'

/** A list that the server gives, asked for again with each other `key`; empty until it answers, and without an answer. */
export function useListed<Item>(ask: () => Promise<readonly Item[]>, key: string | null = ''): readonly Item[] {
  const [listed, setListed] = useState<readonly Item[]>([])
  useEffect(() => {
    if (key === null) return undefined
    let current = true
    ask().then(
      (found) => current && setListed(found),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [ask, key])
  return listed
}
