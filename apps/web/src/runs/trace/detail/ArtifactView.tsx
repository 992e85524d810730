import type { Artifact } from '@ensemble/core'
import { artifactUrl } from '../../../platform/api/run-client.ts'
import { ArtifactChip } from '../../artifacts/ArtifactChip.tsx'
import { fileName } from '../../artifacts/artifact.ts'
import css from './ArtifactView.module.css'
import { kindOf } from './artifact-kind.ts'
import { TextFile } from './TextFile.tsx'
import { part } from '../../../platform/ui/part.tsx'

const PageFile = part(() => import('../../artifacts/PageFile.tsx').then((module) => module.PageFile))
const AudioPlayer = part(() => import('../../artifacts/AudioPlayer.tsx').then((module) => module.AudioPlayer))

interface ArtifactViewProps {
  readonly run: string
  readonly artifact: Pick<Artifact, '$artifact' | 'type' | 'bytes'>
}

/** A file that an Activity made, shown as what it is: a sound, a picture, a table, a text. Nothing in it can act. */
export function ArtifactView({ run, artifact }: ArtifactViewProps) {
  const kind = kindOf(artifact)
  const url = artifactUrl(run, artifact.$artifact)
  const name = fileName(artifact)
  return (
    <div className={css.artifact}>
      <ArtifactChip run={run} artifact={artifact} />
      {kind === 'audio' && <AudioPlayer url={url} name={name} />}
      {kind === 'image' && <img className={css.image} src={url} alt={name} loading="lazy" />}
      {kind === 'page' && <PageFile run={run} artifact={artifact} />}
      {kind !== 'audio' && kind !== 'image' && kind !== 'page' && kind !== 'file' && (
        <TextFile run={run} url={url} name={name} kind={kind} bytes={artifact.bytes} />
      )}
    </div>
  )
}
