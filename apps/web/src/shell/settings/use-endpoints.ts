import { useCallback, useEffect, useState } from 'react'
import { readEndpoints, type Endpoint, type Examined } from '../../platform/api/endpoint-client.ts'
import { MANIFEST_FILE } from '../../document/texts/files.ts'
import { useRecord } from '../../document/open/use-file.ts'

export interface Endpoints {
  readonly endpoints: readonly Endpoint[]
  readonly examined: readonly Examined[]
  readonly problem: string | null
  /** Reads them again, after a key was given or a model tried. */
  readonly again: () => void
}

/** The server's facts about the endpoints: read again whenever ensemble.json changes. */
export function useEndpoints(): Endpoints {
  const etag = useRecord(MANIFEST_FILE)?.etag
  const [times, setTimes] = useState(0)
  const [read, setRead] = useState<Omit<Endpoints, 'again'>>({ endpoints: [], examined: [], problem: null })
  useEffect(() => {
    let current = true
    readEndpoints().then(
      (found) => current && setRead({ ...found, problem: null }),
      (error: unknown) =>
        current &&
        setRead((before) => ({ ...before, problem: error instanceof Error ? error.message : String(error) })),
    )
    return () => {
      current = false
    }
  }, [etag, times])
  const again = useCallback(() => setTimes((before) => before + 1), [])
  return { ...read, again }
}
