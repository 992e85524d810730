import { Moon, PanelBottom, PanelLeft, PanelRight, Play, Search, Settings, Sun } from 'lucide-react'
import { Fragment, useMemo, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { showKeys } from '../../document/commands/show-keys.ts'
import { runCommand } from '../commands/run-command.ts'
import { ideaId } from '../../document/texts/files.ts'
import { t } from '../../platform/i18n/index.ts'
import { useGraph } from '../../document/graph/graph-store.ts'
import { enterIdea, leaveAll, trailOf } from '../../document/graph/inside.ts'
import { placeStore, type Place } from '../../platform/session/location.ts'
import { focusedNode, selectNode, sessionStore, togglePanel, type Session } from '../../platform/session/session.ts'
import { isDark, watchTheme } from '../../platform/styles/theme.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { classes } from '../../platform/ui/classes.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { Logo } from './Logo.tsx'
import { ModelPicker } from './ModelPicker.tsx'
import styles from './top-bar.module.css'
import { useSettled } from '../../platform/ui/use-settled.ts'
import { part } from '../../platform/ui/part.tsx'

const PANELS = [
  { panel: 'explorer', Icon: PanelLeft },
  { panel: 'dock', Icon: PanelBottom },
  { panel: 'inspector', Icon: PanelRight },
] as const

const WorkspaceMenu = part(() => import('./WorkspaceMenu.tsx').then((module) => module.WorkspaceMenu), {
  isQuiet: true,
})
const InboxButton = part(() => import('./rest.ts').then((module) => module.InboxButton), { isQuiet: true })

const workspaceName = (session: Session): string => session.facts?.name ?? ''
/** Then Run is the same as Simulate. */
const isSimulated = ({ model, facts }: Session): boolean => (model ?? facts?.model) === 'simulated'
const panelsOf = (session: Session) => session.panels
const toolOf = (session: Session): string | null => session.selection.tool?.name ?? null
/** As one text, so that only another trail is drawn. */
const insideOf = (place: Place): string => trailOf(place).join('/')

/** Where one is, and what can be done from anywhere. */
export function TopBar() {
  const workspace = useStore(sessionStore, workspaceName)
  const isSettled = useSettled(workspace !== '')
  const focus = useStore(sessionStore, focusedNode)
  const tool = useStore(sessionStore, toolOf)
  const simulates = useStore(sessionStore, isSimulated)
  const panels = useStore(sessionStore, panelsOf)
  const isNight = useSyncExternalStore(watchTheme, isDark)
  const graph = useGraph()
  const inside = useStore(placeStore, insideOf)
  const trail = useMemo(() => (inside === '' ? [] : inside.split('/')), [inside])
  const node = graph.nodes.find(({ id }) => id === focus)
  // Inside an Idea the way in, else the selection.
  const crumbs = trail.length > 0 ? trail : node?.kind === 'idea' ? [node.name] : []
  const titleOf = (name: string): string => graph.nodes.find(({ id }) => id === ideaId(name))?.title ?? name
  const hasIdea = graph.nodes.some(({ kind }) => kind === 'idea')
  return (
    <header className={styles.bar}>
      <Logo />
      <h1 data-visually-hidden>{t('app.heading', { workspace })}</h1>
      <nav aria-label={t('app.breadcrumbs')} className={styles.crumbs}>
        <button type="button" className={classes(styles.crumb, styles.first)} title={workspace} onClick={leaveAll}>
          {workspace}
        </button>
        <span className={styles.menuPlace}>{isSettled && <WorkspaceMenu name={workspace} />}</span>
        {crumbs.map((name, index) => (
          <Fragment key={name}>
            <span aria-hidden>›</span>
            <button
              type="button"
              className={styles.crumb}
              dir="auto"
              title={titleOf(name)}
              aria-current={tool === null && index === crumbs.length - 1 ? 'page' : undefined}
              onClick={() => (trail.length > 0 ? enterIdea(name) : selectNode(ideaId(name)))}
            >
              {titleOf(name)}
            </button>
          </Fragment>
        ))}
        {node !== undefined && tool !== null && (
          <>
            <span aria-hidden>›</span>
            <span className={classes(styles.crumb, styles.last)} title={tool} aria-current="page">
              <code>{tool}</code>
            </span>
          </>
        )}
      </nav>
      <span className={styles.grow} />
      {isSettled && <InboxButton />}
      <div className={styles.panels}>
        {PANELS.map(({ panel, Icon }) => (
          <IconButton
            key={panel}
            label={t(`command.${panel}`)}
            Icon={Icon}
            aria-pressed={panels[panel]}
            className={panels[panel] ? styles.pressed : undefined}
            onClick={() => togglePanel(panel)}
          />
        ))}
        <IconButton label={t('command.theme')} Icon={isNight ? Sun : Moon} onClick={() => runCommand('theme')} />
        <IconButton label={t('command.settings')} Icon={Settings} onClick={() => runCommand('settings')} />
      </div>
      <ModelPicker />
      {!simulates && (
        <Button onClick={() => runCommand('simulate')} disabled={!hasIdea} title={showKeys('Mod+Shift+Enter')}>
          {t('command.simulate')}
        </Button>
      )}
      <Button look="primary" onClick={() => runCommand('run')} disabled={!hasIdea}>
        <Play size={13} fill="currentColor" aria-hidden />
        {t('command.run')} <kbd>{showKeys('Mod+Enter')}</kbd>
      </Button>
      <Button
        aria-label={t('app.commands')}
        title={t('app.commandsHint', { keys: showKeys('Mod+K') })}
        onClick={() => runCommand('palette')}
      >
        <Search size={14} aria-hidden />
        <kbd>{showKeys('Mod+K')}</kbd>
      </Button>
    </header>
  )
}
