import { useRef, useState, type CSSProperties } from 'react'
import { useStore } from 'zustand'
import { Canvas } from '../../design/canvas/Canvas.tsx'
import { t } from '../../platform/i18n/index.ts'
import { trailOf } from '../../document/graph/inside.ts'
import { placeStore, type Place } from '../../platform/session/location.ts'
import { sessionStore, type Session } from '../../platform/session/session.ts'
import { pageStorage } from '../../document/saving/page-storage.ts'
import { ErrorBoundary } from '../../platform/ui/ErrorBoundary.tsx'
import { PANELS, readSizes, writeSizes, type SizedPanel } from './panel-sizes.ts'
import { Skeleton } from './Skeleton.tsx'
import { useSettled } from '../../platform/ui/use-settled.ts'
import styles from './workbench.module.css'
import { part } from '../../platform/ui/part.tsx'

/** The place of a border in the grid, until it can be dragged. */
const Gap = () => <div />
const Splitter = part(() => import('./rest.ts').then((module) => module.Splitter), { isQuiet: true, Waiting: Gap })
const Explorer = part(() => import('./rest.ts').then((module) => module.ExplorerSide))
const Inspector = part(() => import('./rest.ts').then((module) => module.Inspector))
const IdeaPicture = part(() =>
  import('../../design/canvas/inside/IdeaPicture.tsx').then((module) => module.IdeaPicture),
)
const Dock = part(() => import('../dock/Dock.tsx').then((module) => module.Dock))

const panelsOf = (session: Session) => session.panels

const lastOfTrail = (place: Place): string | null => trailOf(place).at(-1) ?? null

/** The trace over the whole window shows the open Run by itself. */
const isCovered = ({ page }: Place): boolean => page === 'trace'

/** The graph, or over it the inside of one Idea. */
function Centre() {
  const idea = useStore(placeStore, lastOfTrail)
  return (
    <>
      <div className={styles.part} inert={idea !== null}>
        <ErrorBoundary>
          <Canvas />
        </ErrorBoundary>
      </div>
      {idea !== null && (
        <ErrorBoundary key={idea}>
          <IdeaPicture idea={idea} />
        </ErrorBoundary>
      )}
    </>
  )
}

/** Explorer, canvas, dock and inspector, with borders that can be dragged. */
export function Workbench({ isOpening }: { readonly isOpening: boolean }) {
  const panels = useStore(sessionStore, panelsOf)
  const frame = useRef<HTMLDivElement>(null)
  const [sizes, setSizes] = useState(() => readSizes(pageStorage))
  const isSettled = useSettled(!isOpening)
  const hasTrace = useStore(placeStore, isCovered)
  const widthOf = (panel: SizedPanel): string => (panels[panel] ? `${sizes[panel]}px` : '0px')
  const border = (panel: SizedPanel) =>
    isSettled ? (
      <Splitter
        {...PANELS[panel]}
        label={t('app.resize', { panel: t(`app.${panel}`) })}
        controls={`panel-${panel}`}
        size={sizes[panel]}
        isOpen={panels[panel]}
        // A drag changes only the frame's style: nothing redraws. From here on a person sizes the dock.
        onPreview={(size) => {
          if (panel === 'dock') frame.current?.setAttribute('data-grows', 'false')
          frame.current?.style.setProperty(`--${panel}`, `${size}px`)
        }}
        onCommit={(size) => {
          const next = { ...sizes, [panel]: size, isChosen: sizes.isChosen === true || panel === 'dock' }
          setSizes(next)
          writeSizes(pageStorage, next)
        }}
        onOpen={(isOpen) => sessionStore.setState(({ panels: before }) => ({ panels: { ...before, [panel]: isOpen } }))}
      />
    ) : (
      <Gap />
    )
  return (
    <div
      ref={frame}
      className={styles.columns}
      data-grows={panels.dock && sizes.isChosen !== true}
      style={
        {
          '--explorer': widthOf('explorer'),
          '--inspector': widthOf('inspector'),
          '--dock': widthOf('dock'),
          '--inspector-size': widthOf('inspector'),
          '--dock-size': widthOf('dock'),
        } as CSSProperties // React's type names no custom properties
      }
    >
      <div id="panel-explorer" className={styles.part} hidden={!panels.explorer}>
        <ErrorBoundary>{isSettled && <Explorer />}</ErrorBoundary>
      </div>
      {border('explorer')}
      <main className={styles.rows}>
        <div className={styles.canvas}>{isOpening ? <Skeleton /> : <Centre />}</div>
        {border('dock')}
        <div id="panel-dock" className={styles.part} hidden={!panels.dock}>
          {panels.dock && isSettled && !hasTrace && (
            <ErrorBoundary>
              <Dock />
            </ErrorBoundary>
          )}
        </div>
      </main>
      {border('inspector')}
      <div id="panel-inspector" className={styles.part} hidden={!panels.inspector}>
        <ErrorBoundary>{isSettled && !hasTrace && <Inspector />}</ErrorBoundary>
      </div>
    </div>
  )
}
