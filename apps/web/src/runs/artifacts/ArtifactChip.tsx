import type { Artifact } from '@ensemble/core'
import { FileAudio, FileDown, FileImage, FileMusic } from 'lucide-react'
import { artifactUrl } from '../../platform/api/run-client.ts'
import { t } from '../../platform/i18n/run.ts'
import { bytes } from '../../platform/ui/format.ts'
import { fileName } from './artifact.ts'
import css from './ArtifactChip.module.css'

interface ArtifactChipProps {
  readonly run: string
  readonly artifact: Pick<Artifact, '$artifact' | 'type' | 'bytes'>
}

/** A file that an Activity produced, to download. */
export function ArtifactChip({ run, artifact }: ArtifactChipProps) {
  const name = fileName(artifact)
  const url = artifactUrl(run, artifact.$artifact)
  const content = (
    <>
      <Icon type={artifact.type} />
      <span className={css.name}>{name}</span>
      <span className={css.size}>{bytes(artifact.bytes)}</span>
    </>
  )
  // A page that was saved holds the smaller files only.
  if (url === '') return <span className={css.chip}>{content}</span>
  return (
    <a className={css.chip} href={url} download={name} title={t('result.download', { name })}>
      {content}
    </a>
  )
}

const Icon = ({ type }: { readonly type: string }) => {
  if (type.includes('midi') || type.includes('abc')) return <FileMusic size={13} aria-hidden />
  if (type.startsWith('audio/')) return <FileAudio size={13} aria-hidden />
  if (type.startsWith('image/')) return <FileImage size={13} aria-hidden />
  return <FileDown size={13} aria-hidden />
}
