import { useRef, type KeyboardEvent } from 'react'
import { classes } from '../../platform/ui/classes.ts'
import styles from './schema-editor.module.css'

interface TabsProps<T extends string> {
  readonly label: string
  readonly tabs: readonly { readonly id: T; readonly label: string }[]
  readonly current: T
  readonly onChange: (tab: T) => void
  /** A note on the tab's content; next to the row, so that nothing moves when it comes and goes. */
  readonly note?: string | null
}

export const tabId = (tab: string): string => `schema-tab-${tab}`
export const panelId = (tab: string): string => `schema-panel-${tab}`

/** A row of tabs; arrows walk it, as in any other. */
export function Tabs<T extends string>({ label, tabs, current, onChange, note = null }: TabsProps<T>) {
  const row = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const at = tabs.findIndex(({ id }) => id === current)
    const next = tabs[(at + step + tabs.length) % tabs.length]
    if (next === undefined) return
    onChange(next.id)
    row.current?.querySelector<HTMLElement>(`#${tabId(next.id)}`)?.focus()
  }
  return (
    <div className={styles.tabs}>
      <div ref={row} className={styles.tabList} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ id, label: name }) => (
          <button
            key={id}
            id={tabId(id)}
            type="button"
            role="tab"
            aria-selected={id === current}
            aria-controls={panelId(id)}
            tabIndex={id === current ? 0 : -1}
            className={classes(styles.tab, id === current && styles.tabOn)}
            onClick={() => onChange(id)}
          >
            {name}
          </button>
        ))}
      </div>
      {note !== null && <span className={styles.tabNote}>{note}</span>}
    </div>
  )
}
