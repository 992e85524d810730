import { useStore } from 'zustand'
import { t } from '../../platform/i18n/inspector.ts'
import { sessionStore, type InspectorTab, type Session } from '../../platform/session/session.ts'
import { classes } from '../../platform/ui/classes.ts'
import styles from './inspector.module.css'

const TABS: readonly InspectorTab[] = ['form', 'json']
const tabOf = (session: Session): InspectorTab => session.inspectorTab

/** Form or JSON: two views of one text. */
export function InspectorTabs() {
  const current = useStore(sessionStore, tabOf)
  const go = (tab: InspectorTab): void => sessionStore.setState({ inspectorTab: tab })
  return (
    <div
      className={styles.tabs}
      role="tablist"
      onKeyDown={(event) => {
        if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
        go(current === 'form' ? 'json' : 'form')
        const tabs = event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')
        tabs[current === 'form' ? 1 : 0]?.focus()
      }}
    >
      {TABS.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          aria-selected={tab === current}
          tabIndex={tab === current ? 0 : -1}
          className={classes(styles.tab, tab === current && styles.tabOn)}
          onClick={() => go(tab)}
        >
          {t(`inspector.${tab}`)}
        </button>
      ))}
    </div>
  )
}
