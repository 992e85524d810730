import type { GraphNode } from '@ensemble/core'
import {
  Braces,
  ChevronDown,
  ChevronRight,
  CircleAlert,
  ClipboardCheck,
  Diamond,
  FlaskConical,
  LayoutTemplate,
  Plus,
  SquareFunction,
  type LucideIcon,
} from 'lucide-react'
import { Suspense, lazy, useEffect, useMemo, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { runCommand } from '../commands/registry.ts'
import { isDirty, type Document } from '../document/document.ts'
import { ideaFile, toolNameOf } from '../document/files.ts'
import { t } from '../i18n/index.ts'
import { canvasView } from '../stores/canvas-view.ts'
import { documentStore } from '../stores/document.ts'
import { goTo } from '../stores/location.ts'
import { graphStore, useGraph, useTroubles } from '../stores/graph.ts'
import { focusedNode, selectNode, selectTool, sessionStore, type Session } from '../stores/session.ts'
import { classes } from '../ui/classes.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { LongList } from '../ui/LongList.tsx'
import styles from './explorer.module.css'
import { useSettled } from './use-settled.ts'
import { language } from '../i18n/language.ts'

// What was run comes from the server, after the graph.
const RunsSection = lazy(() => import('../runs/RunsSection.tsx').then((module) => ({ default: module.RunsSection })))
// Most workspaces have no MCP server: what shows them loads where there is one.
const McpSection = lazy(() => import('../explorer/McpSection.tsx').then((module) => ({ default: module.McpSection })))

/** Of an item, as explorer.module.css draws it. */
const ROW_HEIGHT = 28

/** As one text, which is the same while only their contents change. */
const sharedNamesOf = ({ files }: Document): string =>
  [...files.values()].flatMap(({ file, text }) => (text === null ? [] : (toolNameOf(file) ?? []))).join(' ')
const isOpenOf = ({ phase }: Session): boolean => phase === 'open'
const surroundingsOf = (session: Session) => session.surroundings
const hasMcpProblemsOf = (session: Session) => session.hasMcpProblems

/** Loaded after the graph, so that it is there when a drag begins. */
let drag: typeof import('../explorer/drag-tool.ts') | null = null
async function prepareDrag(): Promise<void> {
  drag ??= await import('../explorer/drag-tool.ts')
}

/** As people sort: 2 before 10, whatever the case. */
const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
const byTitle = (a: GraphNode, b: GraphNode): number =>
  collator.compare(a.title ?? a.name, b.title ?? b.name) || collator.compare(a.name, b.name)

interface SectionProps {
  /** Remembered under this name. */
  readonly id: string
  readonly title: string
  readonly count: number
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** A longer list begins closed, so that what stands below it is in reach. */
const LONG = 8
const sectionsOf = (session: Session) => session.sections

function Section({ id, title, count, action, children }: SectionProps) {
  const sections = useStore(sessionStore, sectionsOf)
  const isOpen = sections[id] ?? (id === 'ideas' || count <= LONG)
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <section aria-label={title}>
      <div className={styles.heading}>
        <h2>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            onClick={() => sessionStore.setState({ sections: { ...sections, [id]: !isOpen } })}
          >
            {title}
            <Chevron size={12} aria-hidden />
          </button>
        </h2>
        {action}
        <span className={styles.count}>{count}</span>
      </div>
      {isOpen && children}
    </section>
  )
}

interface ItemProps {
  readonly Icon: LucideIcon
  readonly name: string
  readonly isCode?: boolean
  readonly isSelected?: boolean
  readonly tone?: 'explicit'
  readonly end?: ReactNode
  readonly title?: string
  readonly onClick?: () => void
  readonly onDragStart?: (transfer: DataTransfer) => void
}

function Item({ Icon, name, isCode, isSelected, tone, end, title, onClick, onDragStart }: ItemProps) {
  return (
    <button
      type="button"
      className={classes(styles.item, isSelected && styles.selected)}
      aria-current={isSelected || undefined}
      title={title}
      onClick={onClick}
      draggable={onDragStart !== undefined}
      onDragStart={(event) => onDragStart?.(event.dataTransfer)}
    >
      <Icon size={14} className={tone === undefined ? styles.icon : styles[tone]} aria-hidden />
      <span className={classes(styles.name, isCode && styles.code)} dir="auto">
        {name}
      </span>
      {end !== undefined && <span className={styles.end}>{end}</span>}
    </button>
  )
}

const show = (id: string): void => {
  selectNode(id)
  canvasView()?.reveal(id)
}

/** Selects the first Tool that refers to the shared one. */
function showShared(name: string): void {
  const { nodes } = graphStore.getState().graph
  const owner = nodes.find(({ kind, tools }) => kind === 'idea' && tools.some((tool) => tool.name === name))
  if (owner !== undefined) selectTool(owner.id, name)
}

function IdeaItem({ node, isSelected }: { readonly node: GraphNode; readonly isSelected: boolean }) {
  const record = useStore(documentStore, (document) => document.files.get(ideaFile(node.name)))
  const troubles = useTroubles(node.name)
  return (
    <Item
      Icon={Diamond}
      name={node.title ?? node.name}
      title={`${node.title ?? node.name} · ${node.file ?? node.name}`}
      isSelected={isSelected}
      onClick={() => show(node.id)}
      end={
        <>
          {record !== undefined && isDirty(record) && <i className={styles.unsaved} title={t('explorer.unsaved')} />}
          {troubles > 0 && (
            <CircleAlert size={12} className={styles.alert} aria-label={t('explorer.problems', { count: troubles })} />
          )}
          <span title={t('explorer.toolCount', { count: node.tools.length })}>{node.tools.length}</span>
        </>
      }
    />
  )
}

interface AddButtonProps {
  readonly label: string
  readonly onClick: () => void
}

const AddButton = ({ label, onClick }: AddButtonProps) => (
  <IconButton label={label} Icon={Plus} size={13} className={styles.add} onClick={onClick} />
)

/** What the workspace holds: Ideas, shared Tools, Activities, MCP servers, Runs. */
export function Explorer() {
  const graph = useGraph()
  const isSettled = useSettled(true)
  useEffect(() => {
    if (isSettled) void prepareDrag()
  }, [isSettled])
  const sharedNames = useStore(documentStore, sharedNamesOf)
  const focus = useStore(sessionStore, focusedNode)
  // Before that nothing is known to be empty.
  const isOpen = useStore(sessionStore, isOpenOf)
  const { activities, mcpServers } = useStore(sessionStore, surroundingsOf)
  const hasMcpProblems = useStore(sessionStore, hasMcpProblemsOf)
  // The tools of MCP servers are listed with their servers.
  const code = activities.filter((name) => !mcpServers.some((server) => name.startsWith(`${server}__`)))
  const shared = useMemo(() => sharedNames.split(' ').filter((name) => name !== ''), [sharedNames])
  const ideas = useMemo(() => graph.nodes.filter(({ kind }) => kind === 'idea').sort(byTitle), [graph.nodes])
  return (
    <nav className={styles.explorer} aria-label={t('explorer.label')}>
      <Section
        id="ideas"
        title={t('explorer.ideas')}
        count={ideas.length}
        action={<AddButton label={t('explorer.newIdea')} onClick={() => runCommand('newIdea')} />}
      >
        {isOpen && ideas.length === 0 && <p className={styles.empty}>{t('explorer.noIdeas')}</p>}
        <LongList
          items={ideas}
          keyOf={(node) => node.id}
          rowHeight={ROW_HEIGHT}
          show={focus}
          renderItem={(node) => <IdeaItem node={node} isSelected={focus === node.id} />}
        />
      </Section>
      {shared.length > 0 && (
        <Section id="tools" title={t('explorer.tools')} count={shared.length}>
          {shared.map((name) => (
            <Item key={name} Icon={Braces} tone="explicit" name={name} isCode onClick={() => showShared(name)} />
          ))}
        </Section>
      )}
      <Section
        id="activities"
        title={t('explorer.activities')}
        count={code.length}
        action={<AddButton label={t('explorer.activitiesHint')} onClick={() => goTo('activities')} />}
      >
        {isOpen && code.length === 0 && <p className={styles.empty}>{t('explorer.noActivities')}</p>}
        {code.map((name) => (
          <Item
            key={name}
            Icon={SquareFunction}
            name={name}
            isCode
            isSelected={focus === `activity:${name}`}
            title={t('explorer.activityHint', { name })}
            onClick={() => selectNode(`activity:${name}`)}
            onDragStart={(transfer) => drag?.dragActivity(name, transfer)}
          />
        ))}
      </Section>
      {(mcpServers.length > 0 || hasMcpProblems) && (
        <Section id="mcp" title={t('explorer.mcp')} count={mcpServers.length}>
          <Suspense fallback={null}>
            <McpSection names={mcpServers} focus={focus} />
          </Suspense>
        </Section>
      )}
      <div className={styles.pages} role="group" aria-label={t('explorer.pages')}>
        <Item
          Icon={ClipboardCheck}
          name={t('explorer.cases')}
          title={t('explorer.casesHint')}
          onClick={() => goTo('cases')}
        />
        <Item
          Icon={FlaskConical}
          name={t('explorer.experiments')}
          title={t('explorer.experimentsHint')}
          onClick={() => goTo('experiments')}
        />
        <Item
          Icon={LayoutTemplate}
          name={t('explorer.templates')}
          title={t('explorer.templatesHint')}
          onClick={() => goTo('gallery')}
        />
      </div>
      {isSettled && (
        <Suspense fallback={null}>
          <RunsSection />
        </Suspense>
      )}
    </nav>
  )
}
