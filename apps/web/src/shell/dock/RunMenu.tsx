import {
  ClipboardCheck,
  Download,
  Ellipsis,
  FileCode,
  FileText,
  GitCompare,
  GitFork,
  Link2,
  RotateCw,
  Workflow,
} from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { urlOf } from '../../platform/api/client.ts'
import { exportUrl, savedPageUrl } from '../../platform/api/run-client.ts'
import { t } from '../../platform/i18n/run.ts'
import { compareWithBefore } from '../../runs/open/run-list.ts'
import { openDialog } from '../../platform/session/session.ts'
import { pickImported } from '../../runs/open/imported.ts'
import type { RunView } from '../../runs/open/run-view.ts'
import css from '../../platform/ui/menu.module.css'
import { copyInstant, forkFromHere, runAgain } from '../../runs/trace/run-actions.ts'
import { useRun } from '../../runs/trace/use-run.ts'

interface RunMenuProps {
  readonly run: string
  /** The bar's actions are here if it has no room. */
  readonly hasAll: boolean
}

/** The open Run as a text that the page makes; loaded when it is asked for. */
const saveAs = async (format: 'markdown' | 'mermaid'): Promise<void> =>
  (await import('../export/save-run.ts')).saveRun(format)

const pickPast = (state: RunView): boolean => state.cursor !== null

/** The actions for an ended Run besides viewing it. */
export function RunMenu({ run, hasAll }: RunMenuProps) {
  const isPast = useRun(pickPast)
  const imported = useRun(pickImported)
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className={css.trigger} aria-label={t('runMenu')} title={t('runMenu')}>
        <Ellipsis size={14} aria-hidden />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={css.menu} align="end" sideOffset={6}>
          {imported === null && (
            <DropdownMenu.Item className={css.item} title={t('runAgainHint')} onSelect={() => void runAgain()}>
              <RotateCw size={14} aria-hidden /> {t('runAgain')}
            </DropdownMenu.Item>
          )}
          {hasAll && (
            <>
              {imported === null && (
                <DropdownMenu.Item
                  className={css.item}
                  disabled={!isPast}
                  title={t(isPast ? 'fork.hint' : 'fork.atEnd')}
                  onSelect={forkFromHere}
                >
                  <GitFork size={14} aria-hidden /> {t('fork.here')}
                </DropdownMenu.Item>
              )}
              <DropdownMenu.Item
                className={css.item}
                title={t('compareRunHint')}
                onSelect={() => compareWithBefore(run)}
              >
                <GitCompare size={14} aria-hidden /> {t('compareRun')}
              </DropdownMenu.Item>
              <DropdownMenu.Item className={css.item} onSelect={() => void copyInstant()}>
                <Link2 size={14} aria-hidden /> {t('copyLink')}
              </DropdownMenu.Item>
            </>
          )}
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
          <DropdownMenu.Item className={css.item} onSelect={() => void saveAs('markdown')}>
            <FileText size={14} aria-hidden /> {t('exportMarkdown')}
          </DropdownMenu.Item>
          <DropdownMenu.Item className={css.item} onSelect={() => void saveAs('mermaid')}>
            <Workflow size={14} aria-hidden /> {t('exportMermaid')}
          </DropdownMenu.Item>
          <DropdownMenu.Item className={css.item} asChild>
            <a href={urlOf(`/api/runs/${run}/otlp`)} download>
              <Workflow size={14} aria-hidden /> {t('exportOtlp')}
            </a>
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
