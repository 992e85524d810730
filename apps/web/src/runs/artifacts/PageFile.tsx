import type { Artifact } from '@ensemble/core'
import { Maximize2, Share } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IS_SAVED } from '../../platform/api/client.ts'
import { artifactUrl } from '../../platform/api/run-client.ts'
import { t } from '../../platform/i18n/run.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { part } from '../../platform/ui/part.tsx'
import { fileName } from './artifact.ts'
import { ArtifactChip } from './ArtifactChip.tsx'
import { keepClosed, opensByItself } from './opens-by-itself.ts'
import css from './PageFile.module.css'

const PageDialog = part(() => import('./PageDialog.tsx').then((module) => module.PageDialog))

export interface PageFileProps {
  readonly run: string
  readonly artifact: Pick<Artifact, '$artifact' | 'type' | 'bytes'>
}

/** An HTML file that an Activity made: opens over the window, a song by itself, and is one file to send to somebody. */
export function PageFile({ run, artifact, isSong = false }: PageFileProps & { readonly isSong?: boolean }) {
  const [open, setOpen] = useState(() => isSong && opensByItself(run))
  useEffect(() => {
    if (isSong) keepClosed(run)
  }, [run, isSong])
  // A saved page has no server that could frame it.
  if (IS_SAVED) return <ArtifactChip run={run} artifact={artifact} />
  const name = fileName(artifact)
  return (
    <div className={css.row} role="group" aria-label={name}>
      <Button look="primary" size="small" title={t('page.openHint', { name })} onClick={() => setOpen(true)}>
        <Maximize2 size={13} aria-hidden />
        {t('page.open')}
      </Button>
      <ShareLink run={run} artifact={artifact} />
      {open && <PageDialog run={run} artifact={artifact} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** Saves a file under its own name. */
export function ShareLink({ run, artifact }: PageFileProps) {
  const name = fileName(artifact)
  return (
    <a
      className={css.share}
      href={artifactUrl(run, artifact.$artifact)}
      download={name}
      title={t('page.shareHint', { name })}
    >
      <Share size={13} aria-hidden />
      {t('page.share')}
    </a>
  )
}
