import { useCallback, useEffect, useState } from 'react'
import { MANIFEST_FILE } from '../../document/texts/files.ts'
import { useRecord } from '../../document/open/use-file.ts'
import { readUses, type UsedIdea } from '../../platform/api/use-client.ts'

/** The server's facts about shared Ideas: read again whenever ensemble.json changes. */
export function useUses(): { readonly uses: readonly UsedIdea[]; readonly again: () => void } {
  const etag = useRecord(MANIFEST_FILE)?.etag
  const [times, setTimes] = useState(0)
  const [uses, setUses] = useState<readonly UsedIdea[]>([])
  useEffect(() => {
    let current = true
    readUses().then(
      (read) => current && setUses(read),
      // The facts of before stay; the page says by itself that the server is away.
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [etag, times])
  const again = useCallback(() => setTimes((before) => before + 1), [])
  return { uses, again }
}
