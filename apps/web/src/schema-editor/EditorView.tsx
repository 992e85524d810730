import type { Problem } from '@ensemble/core'
import { useMemo, useState } from 'react'
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'
import { t } from '../i18n/index.ts'
import { isBroken } from '../document/document.ts'
import { revealRange } from '../stores/reveal.ts'
import { useRecord } from '../stores/use-file.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { pageStorage } from '../stores/page-storage.ts'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { BrokenAround } from './BrokenAround.tsx'
import { EditorHeader } from './EditorHeader.tsx'
import type { EditorPlace } from '../stores/editor-place.ts'
import { HistoryTab } from './HistoryTab.tsx'
import type { ModelContext } from './model-context.ts'
import type { EditedTool, PartText } from './part.ts'
import { PropertyTable } from './PropertyTable.tsx'
import { readableText } from './readable-text.ts'
import { ReadinessTab } from './ReadinessTab.tsx'
import { say } from './say.ts'
import styles from './schema-editor.module.css'
import { SeesTab } from './SeesTab.tsx'
import { StrictTab } from './StrictTab.tsx'
import { Tabs, panelId, tabId } from './Tabs.tsx'
import { TextPane } from './TextPane.tsx'
import { TryTab } from './TryTab.tsx'
import { TypesTab } from './TypesTab.tsx'
import { useDiagnosis } from './use-diagnosis.ts'
import { useFirstFrame } from './use-first-frame.ts'
import { useSlice } from './use-slice.ts'

interface EditorViewProps {
  readonly place: EditorPlace
  readonly part: PartText
  readonly tool: EditedTool | null
  readonly onLeaveText: () => void
}

const TABS = ['sees', 'strict', 'try', 'types', 'history', 'readiness'] as const
type Tab = (typeof TABS)[number]
const OF_TOOLS: ReadonlySet<Tab> = new Set(['strict', 'try', 'types'])
/** Those that read the text by themselves. */
const OF_TEXT: ReadonlySet<Tab> = new Set(['strict', 'try', 'types', 'history'])

let lastTab: Tab = 'sees'

/** Text and table above, what follows from them below. One component shows one part for its life. */
export function EditorView({ place, part: first, tool, onLeaveText }: EditorViewProps) {
  const [part] = useState(first)
  const record = useRecord(part.file)
  const isFileBroken = record !== undefined && isBroken(record)
  const [wantsWhole, setWantsWhole] = useState(false)
  if (wantsWhole && !isFileBroken) setWantsWhole(false)
  const slice = useSlice(part.file, part.path, wantsWhole ? 'whole' : 'part')
  const { text, isEarlier } = useMemo(() => readableText(slice, record, part.path), [slice, record, part.path])
  const diagnosis = useDiagnosis(part.file, true)
  const { problems, isCurrent } = diagnosis
  const found = useMemo(
    () => (isCurrent ? problems.filter(({ range }) => range !== undefined && slice.toShown(range) !== null) : null),
    [problems, isCurrent, slice],
  )
  // While a key is being checked, what was found before it stands.
  const [shown, setShown] = useState<readonly Problem[] | null>(null)
  if (found !== null && found !== shown) setShown(found)
  const [tab, setTab] = useState<Tab>(() => (tool === null && OF_TOOLS.has(lastTab) ? 'sees' : lastTab))
  const [cursor, setCursor] = useState(0)
  const isShown = useFirstFrame()
  const columns = useDefaultLayout({ id: 'ensemble:schema-columns', storage: pageStorage })
  const rows = useDefaultLayout({ id: 'ensemble:schema-rows', storage: pageStorage })
  const [context] = useState<ModelContext>(() =>
    tool === null ? { kind: 'schema', name: place.idea, place: part } : { kind: 'tool', name: tool.name, place: part },
  )
  const choose = (next: Tab): void => {
    lastTab = next
    setTab(next)
  }
  const reveal = (offset: number): void => {
    // From what is shown to the file: the indentation differs line by line, so the file is asked by its own offsets.
    const at = slice.toFile(offset)
    revealRange({ file: part.file, offset: at, length: 1 })
  }
  const showPlace = ([offset, length]: readonly [number, number]): void => {
    setWantsWhole(true)
    revealRange({ file: part.file, offset, length })
  }
  const name = tool?.name ?? say(place.part.type === 'input' ? 'input' : 'output')

  return (
    <>
      <EditorHeader
        place={place}
        file={part.file}
        tool={tool}
        problems={problems}
        shown={shown}
        isCurrent={isCurrent}
        onCompare={() => choose('history')}
      />
      {isFileBroken && <BrokenAround slice={slice} name={name} problems={problems} onShow={showPlace} />}
      <Group
        orientation="vertical"
        className={styles.body}
        defaultLayout={rows.defaultLayout}
        onLayoutChanged={rows.onLayoutChanged}
      >
        <Panel id="schema-edit" minSize={140}>
          <Group defaultLayout={columns.defaultLayout} onLayoutChanged={columns.onLayoutChanged}>
            <Panel id="schema-text" minSize={260} className={styles.pane}>
              <Breadcrumbs text={slice.text} offset={cursor} onGo={reveal} />
              <div className={styles.text}>
                <TextPane
                  slice={slice}
                  name={name}
                  context={context}
                  diagnosis={diagnosis}
                  hasFocus
                  onCursor={setCursor}
                  onEscape={onLeaveText}
                />
              </div>
            </Panel>
            <Separator className={styles.vertical} aria-label={t('app.resizePanel')} />
            <Panel id="schema-table" minSize={240} className={styles.pane} data-after-text>
              <ErrorBoundary>
                {isShown && slice.isWide && <p className={styles.quiet}>{say('table.wide')}</p>}
                {isShown && !slice.isWide && (
                  <PropertyTable
                    text={slice.text}
                    pointer=""
                    change={slice.change}
                    place={part}
                    hasResult={tool !== null}
                    note={isEarlier ? say('table.partly') : null}
                  />
                )}
              </ErrorBoundary>
            </Panel>
          </Group>
        </Panel>
        <Separator className={styles.horizontal} aria-label={t('app.resizePanel')} />
        <Panel id="schema-tabs" minSize={100} defaultSize="42%" className={styles.pane}>
          <Tabs
            label={say('tabs.label')}
            tabs={TABS.filter((id) => tool !== null || !OF_TOOLS.has(id)).map((id) => ({
              id,
              label: say(`tabs.${id}`),
            }))}
            current={tab}
            onChange={choose}
            note={isEarlier && OF_TEXT.has(tab) ? say('draft.earlier') : null}
          />
          <div className={styles.panel} role="tabpanel" id={panelId(tab)} aria-labelledby={tabId(tab)}>
            <ErrorBoundary key={tab}>
              {isShown && tab === 'sees' && (
                <SeesTab idea={place.idea} tool={tool?.name ?? null} isUnread={isEarlier} />
              )}
              {isShown && tab === 'strict' && <StrictTab name={name} text={text} />}
              {isShown && tab === 'try' && tool !== null && <TryTab tool={tool} text={text} />}
              {isShown && tab === 'types' && tool !== null && <TypesTab tool={tool} text={text} />}
              {isShown && tab === 'history' && <HistoryTab place={place} part={part} tool={tool} text={text} />}
              {isShown && tab === 'readiness' && <ReadinessTab idea={place.idea} />}
            </ErrorBoundary>
          </div>
        </Panel>
      </Group>
    </>
  )
}
