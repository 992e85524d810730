import type { EditorPlace } from '../../platform/session/editor-place.ts'
import { ErrorBoundary } from '../../platform/ui/ErrorBoundary.tsx'
import { HistoryTab } from './HistoryTab.tsx'
import type { EditedTool, PartText } from './part.ts'
import { ReadinessTab } from './ReadinessTab.tsx'
import { say } from './say.ts'
import styles from './schema-editor.module.css'
import { SeesTab } from './SeesTab.tsx'
import { StrictTab } from './StrictTab.tsx'
import { Tabs, panelId, tabId } from './Tabs.tsx'
import { TryTab } from './TryTab.tsx'
import { TypesTab } from './TypesTab.tsx'
import { tabsOf, type EditorTab } from './use-editor-tab.ts'
import type { SliceView } from './use-slice.ts'
import { part } from '../../platform/ui/part.tsx'

const BothWaysTab = part(() => import('./BothWaysTab.tsx').then((module) => module.BothWaysTab))

interface EditorTabsProps {
  readonly place: EditorPlace
  readonly part: PartText
  readonly tool: EditedTool | null
  readonly name: string
  readonly text: string
  readonly change: SliceView['change']
  /** The text is an earlier one: as it is now, it cannot be read. */
  readonly isEarlier: boolean
  readonly tab: EditorTab
  readonly onTab: (tab: EditorTab) => void
  /** A tab's content can wait until the text is visible. */
  readonly isShown: boolean
}

/** Those that read the text by themselves. */
const OF_TEXT: ReadonlySet<EditorTab> = new Set(['strict', 'try', 'types', 'history'])

/** Views that follow from the text, one per tab. */
export function EditorTabs(props: EditorTabsProps) {
  const { place, part, tool, name, text, change, isEarlier, tab, onTab, isShown } = props
  return (
    <>
      <Tabs
        label={say('tabs.label')}
        tabs={tabsOf(tool !== null).map((id) => ({ id, label: say(`tabs.${id}`) }))}
        current={tab}
        onChange={onTab}
        note={isEarlier && OF_TEXT.has(tab) ? say('draft.earlier') : null}
      />
      <div className={styles.panel} role="tabpanel" id={panelId(tab)} aria-labelledby={tabId(tab)}>
        <ErrorBoundary key={tab}>
          {isShown && tab === 'sees' && <SeesTab idea={place.idea} tool={tool?.name ?? null} isUnread={isEarlier} />}
          {isShown && tab === 'strict' && <StrictTab name={name} text={text} />}
          {isShown && tab === 'try' && tool !== null && <TryTab tool={tool} text={text} change={change} />}
          {isShown && tab === 'bothWays' && tool !== null && <BothWaysTab tool={tool} />}
          {isShown && tab === 'types' && tool !== null && <TypesTab tool={tool} text={text} />}
          {isShown && tab === 'history' && <HistoryTab place={place} part={part} tool={tool} text={text} />}
          {isShown && tab === 'readiness' && <ReadinessTab idea={place.idea} />}
        </ErrorBoundary>
      </div>
    </>
  )
}
