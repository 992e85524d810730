import { Suspense, lazy, useEffect } from 'react'
import { Group, Panel, Separator, useDefaultLayout, usePanelRef } from 'react-resizable-panels'
import { useStore } from 'zustand'
import { Canvas } from '../canvas/Canvas.tsx'
import { t } from '../i18n/index.ts'
import { Inspector } from '../inspector/Inspector.tsx'
import { trailOf } from '../stores/inside.ts'
import { placeStore, type Place } from '../stores/location.ts'
import { sessionStore, type PanelName, type Session } from '../stores/session.ts'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { Explorer } from './Explorer.tsx'
import { Skeleton } from './Skeleton.tsx'
import { useSettled } from './use-settled.ts'
import styles from './workbench.module.css'

const IdeaPicture = lazy(() =>
  import('../canvas/inside/IdeaPicture.tsx').then((module) => ({ default: module.IdeaPicture })),
)
const Dock = lazy(() => import('../trace/Dock.tsx').then(({ Dock }) => ({ default: Dock })))

const panelsOf = (session: Session) => session.panels

/** Keeps a panel's collapsed state and the session's switch for it the same, whichever changed. */
function usePanelSwitch(panel: PanelName, shown: boolean) {
  const ref = usePanelRef()
  useEffect(() => {
    const handle = ref.current
    if (handle === null || handle.isCollapsed() !== shown) return
    if (shown) handle.expand()
    else handle.collapse()
  }, [ref, shown])
  const onResize = (size: { readonly inPixels: number }): void => {
    const isShown = size.inPixels > 1
    sessionStore.setState(({ panels }) =>
      panels[panel] === isShown ? {} : { panels: { ...panels, [panel]: isShown } },
    )
  }
  return { panelRef: ref, onResize }
}

/** A small window begins with narrower panels, so that the graph stays readable. */
const isSmall = (): boolean => innerWidth < 1200

const lastOfTrail = (place: Place): string | null => trailOf(place).at(-1) ?? null

/** The graph, or over it the inside of one Idea. */
function Centre() {
  const idea = useStore(placeStore, lastOfTrail)
  return (
    <>
      <div className={styles.part} inert={idea !== null}>
        <Canvas />
      </div>
      {idea !== null && (
        <ErrorBoundary key={idea}>
          <Suspense fallback={null}>
            <IdeaPicture idea={idea} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  )
}

/** Explorer, canvas, dock and inspector, with borders that can be dragged. */
export function Workbench({ isOpening }: { readonly isOpening: boolean }) {
  const panels = useStore(sessionStore, panelsOf)
  const columns = useDefaultLayout({ id: 'ensemble:columns', storage: localStorage })
  const rows = useDefaultLayout({ id: 'ensemble:rows', storage: localStorage })
  const explorer = usePanelSwitch('explorer', panels.explorer)
  const inspector = usePanelSwitch('inspector', panels.inspector)
  const dock = usePanelSwitch('dock', panels.dock)
  const isSettled = useSettled(!isOpening)
  useEffect(() => {
    if (isSettled) void import('../canvas/clipboard.ts').then(({ listenToClipboard }) => listenToClipboard())
  }, [isSettled])
  return (
    <Group className={styles.columns} defaultLayout={columns.defaultLayout} onLayoutChanged={columns.onLayoutChanged}>
      <Panel
        id="explorer"
        collapsible
        collapsedSize={0}
        minSize={150}
        defaultSize={isSmall() ? 172 : 212}
        maxSize={420}
        groupResizeBehavior="preserve-pixel-size"
        {...explorer}
      >
        <Explorer />
      </Panel>
      <Separator className={styles.vertical} aria-label={t('app.resizePanel')} />
      <Panel id="centre" minSize={300}>
        <main className={styles.part}>
          <Group orientation="vertical" defaultLayout={rows.defaultLayout} onLayoutChanged={rows.onLayoutChanged}>
            <Panel id="canvas" minSize={160} className={styles.canvas}>
              {isOpening ? <Skeleton /> : <Centre />}
            </Panel>
            <Separator className={styles.horizontal} aria-label={t('app.resizePanel')} />
            <Panel
              id="dock"
              collapsible
              collapsedSize={0}
              minSize={120}
              defaultSize={isSmall() ? 232 : 286}
              groupResizeBehavior="preserve-pixel-size"
              {...dock}
            >
              <div className={styles.part}>
                {panels.dock && isSettled && (
                  <ErrorBoundary>
                    <Suspense fallback={null}>
                      <Dock />
                    </Suspense>
                  </ErrorBoundary>
                )}
              </div>
            </Panel>
          </Group>
        </main>
      </Panel>
      <Separator className={styles.vertical} aria-label={t('app.resizePanel')} />
      <Panel
        id="inspector"
        collapsible
        collapsedSize={0}
        minSize={240}
        defaultSize={isSmall() ? 264 : 332}
        maxSize={720}
        groupResizeBehavior="preserve-pixel-size"
        {...inspector}
      >
        <div className={styles.part}>
          <ErrorBoundary>
            <Inspector />
          </ErrorBoundary>
        </div>
      </Panel>
    </Group>
  )
}
