import type { Artifact } from '@ensemble/core'
import { useEffect, useState } from 'react'
import { artifactUrl } from '../../platform/api/run-client.ts'
import { request } from '../../platform/api/client.ts'
import { t } from '../../platform/i18n/run.ts'
import { fileName, isAbc } from '../artifacts/artifact.ts'
import { ArtifactChip } from '../artifacts/ArtifactChip.tsx'
import { Score } from './Score.tsx'

interface ScoreFileProps {
  readonly run: string
  readonly artifact: Artifact
  readonly followsSong?: boolean
}

/** A score in a file. */
export function ScoreFile({ run, artifact, followsSong = false }: ScoreFileProps) {
  const [abc, setAbc] = useState<string | null>(null)
  const url = artifactUrl(run, artifact.$artifact)
  useEffect(() => {
    const stop = new AbortController()
    request(url, { signal: stop.signal })
      .then((response) => response.text())
      .then(setAbc, () => setAbc(''))
    return () => stop.abort()
  }, [url])
  if (abc === null) return <p role="status">{t('result.loadingScore')}</p>
  return isAbc(abc) ? (
    <Score abc={abc} name={fileName(artifact)} followsSong={followsSong} />
  ) : (
    <ArtifactChip run={run} artifact={artifact} />
  )
}
