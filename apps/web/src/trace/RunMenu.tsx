import { ClipboardCheck, Download, Ellipsis, FileCode } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { exportUrl, savedPageUrl } from '../api/run-client.ts'
import { t } from '../i18n/run.ts'
import { openDialog } from '../stores/session.ts'
import css from '../ui/menu.module.css'

/** What can be done with an ended Run beside looking at it. */
export function RunMenu({ run }: { readonly run: string }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className={css.trigger} aria-label={t('runMenu')} title={t('runMenu')}>
        <Ellipsis size={14} aria-hidden />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={css.menu} align="end" sideOffset={6}>
          <DropdownMenu.Item className={css.item} onSelect={() => openDialog({ type: 'keepCase', run })}>
            <ClipboardCheck size={14} aria-hidden /> {t('keepCase')}
          </DropdownMenu.Item>
          <DropdownMenu.Item className={css.item} asChild>
            <a href={savedPageUrl(run)} download>
              <FileCode size={14} aria-hidden /> {t('savePage')}
            </a>
          </DropdownMenu.Item>
          <DropdownMenu.Item className={css.item} asChild>
            <a href={exportUrl(run)} download>
              <Download size={14} aria-hidden /> {t('exportRun')}
            </a>
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
