import type { Problem } from '@ensemble/core'
import { useMemo, useState } from 'react'
import { t } from '../../platform/i18n/index.ts'
import { isBroken } from '../../document/texts/document.ts'
import { revealRange } from '../../document/open/reveal.ts'
import { useRecord } from '../../document/open/use-file.ts'
import { ErrorBoundary } from '../../platform/ui/ErrorBoundary.tsx'
import { Split } from '../../platform/ui/Split.tsx'
import { useFirstFrame } from '../../platform/ui/use-first-frame.ts'
import { pageStorage } from '../../document/saving/page-storage.ts'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { BrokenAround } from './BrokenAround.tsx'
import { EditorHeader } from './EditorHeader.tsx'
import type { EditorPlace } from '../../platform/session/editor-place.ts'
import { EditorTabs } from './EditorTabs.tsx'
import type { ModelContext } from './model-context.ts'
import type { EditedTool, PartText } from './part.ts'
import { PropertyTable } from './PropertyTable.tsx'
import { readableText } from './readable-text.ts'
import { say } from './say.ts'
import styles from './schema-editor.module.css'
import { TextPane } from './TextPane.tsx'
import { useDiagnosis } from './use-diagnosis.ts'
import { useEditorTab } from './use-editor-tab.ts'
import { useSlice, type SliceView } from './use-slice.ts'

interface EditorViewProps {
  readonly place: EditorPlace
  readonly part: PartText
  readonly tool: EditedTool | null
  readonly onLeaveText: () => void
}

const pointerOf = (path: PartText['path']): string =>
  path.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** A problem of the file with its path inside the shown part; none where it is elsewhere. */
const inPart = (problem: Problem, path: PartText['path']): readonly Problem[] => {
  const prefix = pointerOf(path)
  const inside = problem.path.slice(prefix.length)
  return problem.path.startsWith(prefix) && /^(\/|$)/.test(inside) ? [{ ...problem, path: inside }] : []
}

/** Whether a problem is in the shown text, or about all of it: then its place is the name before the text. */
const isAbout = (problem: Problem, slice: SliceView, path: PartText['path']): boolean =>
  problem.range !== undefined && (slice.toShown(problem.range) !== null || inPart(problem, path).length > 0)

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
    () => (isCurrent ? problems.filter((problem) => isAbout(problem, slice, part.path)) : null),
    [problems, isCurrent, slice, part.path],
  )
  // While a key is being checked, the earlier findings stay.
  const [shown, setShown] = useState<readonly Problem[] | null>(null)
  if (found !== null && found !== shown) setShown(found)
  const [tab, choose] = useEditorTab(tool !== null)
  const [cursor, setCursor] = useState(0)
  const isShown = useFirstFrame()
  const [revealed, setRevealed] = useState<{ readonly path: string } | null>(null)
  const [context] = useState<ModelContext>(() =>
    tool === null ? { kind: 'schema', name: place.idea, place: part } : { kind: 'tool', name: tool.name, place: part },
  )
  const reveal = (offset: number): void => {
    // From what is shown to the file: the indentation differs line by line, so the file is asked by its own offsets.
    const at = slice.toFile(offset)
    revealRange({ file: part.file, offset: at, length: 1 })
  }
  const marked = useMemo(() => (shown ?? []).flatMap((problem) => inPart(problem, part.path)), [shown, part.path])
  const goTo = (problem: Problem): void => {
    const [inTable] = inPart(problem, part.path)
    setRevealed(inTable === undefined ? null : { path: inTable.path })
    if (problem.range === undefined) return
    if (slice.toShown(problem.range) === null) showPlace(problem.range)
    else revealRange({ file: part.file, offset: problem.range[0], length: problem.range[1] })
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
        text={text}
        problems={problems}
        shown={shown}
        isCurrent={isCurrent}
        onCompare={() => choose('history')}
        onProblem={goTo}
      />
      {isFileBroken && <BrokenAround slice={slice} name={name} problems={problems} onShow={showPlace} />}
      <Split
        name="schema-rows"
        storage={pageStorage}
        edge="bottom"
        label={t('app.resizePanel')}
        least={[140, 100]}
        share={0.42}
      >
        <Split
          name="schema-columns"
          storage={pageStorage}
          edge="right"
          label={t('app.resizePanel')}
          least={[260, 240]}
          share={0.5}
        >
          <>
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
          </>
          <div className={styles.pane} data-after-text>
            <ErrorBoundary>
              {isShown && slice.isWide && <p className={styles.quiet}>{say('table.wide')}</p>}
              {isShown && !slice.isWide && (
                <PropertyTable
                  text={slice.text}
                  pointer=""
                  change={slice.change}
                  place={part}
                  hasResult={tool !== null}
                  problems={marked}
                  revealed={revealed}
                  onProblem={({ path }) => {
                    const found = shown?.find((problem) => inPart(problem, part.path)[0]?.path === path)
                    if (found !== undefined) goTo(found)
                  }}
                  note={isEarlier ? say('table.partly') : null}
                />
              )}
            </ErrorBoundary>
          </div>
        </Split>
        <EditorTabs
          place={place}
          part={part}
          tool={tool}
          name={name}
          text={text}
          change={slice.change}
          isEarlier={isEarlier}
          tab={tab}
          onTab={choose}
          isShown={isShown}
        />
      </Split>
    </>
  )
}
