import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useEffect, useEffectEvent, useRef } from 'react'
import { artifactPageUrl } from '../../platform/api/run-client.ts'
import { t } from '../../platform/i18n/run.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { fileName } from './artifact.ts'
import { takeTurn } from './one-at-a-time.ts'
import { ShareLink, type PageFileProps } from './PageFile.tsx'
import css from './PageFile.module.css'

/** The page in a frame over the window. Its scripts have a separate origin; keys go to it. */
export function PageDialog({ run, artifact, onClose }: PageFileProps & { readonly onClose: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const name = fileName(artifact)
  // Stops the window's own sound: the page may play, too.
  useEffect(() => takeTurn(() => undefined), [])
  // Keys go to the page: Escape comes back as a message, in the way that docs/contract/page.md says.
  const close = useEffectEvent(({ source, data }: MessageEvent): void => {
    if (source === frame.current?.contentWindow && data === 'close') onClose()
  })
  useEffect(() => {
    const listen = (event: MessageEvent): void => close(event)
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={css.overlay} />
        <Dialog.Content
          className={css.dialog}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => event.preventDefault()}
        >
          <header className={css.header}>
            <Dialog.Title className={css.title}>{name}</Dialog.Title>
            <ShareLink run={run} artifact={artifact} />
            <Dialog.Close asChild>
              <IconButton label={t('page.close', { name })} Icon={X} />
            </Dialog.Close>
          </header>
          <iframe
            ref={frame}
            className={css.frame}
            title={name}
            src={artifactPageUrl(run, artifact.$artifact)}
            sandbox="allow-scripts"
            allow="autoplay"
            // Focused earlier, a frame that still loads loses the focus again.
            onLoad={() => frame.current?.focus()}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
