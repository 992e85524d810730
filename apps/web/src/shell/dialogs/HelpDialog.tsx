import type { CommandGroup } from '../../document/commands/command.ts'
import { showKeys } from '../../document/commands/show-keys.ts'
import { COMMANDS } from '../commands/registry.ts'
import { urlOf } from '../../platform/api/client.ts'
import { t } from '../../platform/i18n/dialogs.ts'
import { language } from '../../platform/i18n/language.ts'
import { DialogFrame } from '../../platform/ui/DialogFrame.tsx'
import styles from './lists.module.css'
import { ModeSigns } from './ModeSigns.tsx'
import { TraceKeys } from './TraceKeys.tsx'
import { Scroll } from '../../platform/ui/Scroll.tsx'

const GROUPS: readonly CommandGroup[] = ['run', 'edit', 'go', 'view', 'help']

/** Every shortcut, from the same list that makes them work. */
export function HelpDialog() {
  return (
    <DialogFrame title={t('help.title')} text={t('help.text')} wide>
      <a
        className={styles.docs}
        href={urlOf(language === 'ru' ? '/docs/ru/' : '/docs/')}
        target="_blank"
        rel="noreferrer"
      >
        {t('help.docs')}
      </a>
      <Scroll className={styles.columns} label={t('help.title')}>
        {GROUPS.map((group) => (
          <section key={group} aria-label={t(`commandGroup.${group}`)}>
            <h3 className={styles.heading}>{t(`commandGroup.${group}`)}</h3>
            <dl className={styles.keys}>
              {COMMANDS.filter((command) => command.group === group && command.keys !== undefined).map((command) => (
                <div key={command.id}>
                  <dt>{t(command.label)}</dt>
                  <dd>
                    {command.keys?.slice(0, 2).map((keys) => (
                      <kbd key={keys}>{showKeys(keys)}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <TraceKeys />
        <ModeSigns />
      </Scroll>
    </DialogFrame>
  )
}
