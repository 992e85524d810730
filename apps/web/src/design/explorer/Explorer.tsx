import type { GraphNode } from '@ensemble/core'
import { Braces, ClipboardCheck, FlaskConical, LayoutTemplate, Plus, SquareFunction } from 'lucide-react'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { carryOut } from '../../document/commands/command.ts'
import { newIdea } from '../../document/commands/add.ts'
import type { Document } from '../../document/texts/document.ts'
import { codeFile, toolNameOf } from '../../document/texts/files.ts'
import { t } from '../../platform/i18n/around.ts'
import { documentStore } from '../../document/open/document-store.ts'
import { goTo } from '../../platform/session/location.ts'
import { graphStore, troublesOf, useGraph } from '../../document/graph/graph-store.ts'
import { focusedNode, selectNode, selectTool, sessionStore, type Session } from '../../platform/session/session.ts'
import { IconButton } from '../../platform/ui/IconButton.tsx'
import { dragActivity, dragShared, dragTemplates } from './drag-tool.ts'
import { TroubleSign } from '../problems/TroubleSign.tsx'
import styles from './explorer.module.css'
import { ExplorerItem } from './ExplorerItem.tsx'
import { ExplorerSection } from './ExplorerSection.tsx'
import { IdeaList } from './IdeaList.tsx'
import { useSettled } from '../../platform/ui/use-settled.ts'
import { language } from '../../platform/i18n/language.ts'
import { part } from '../../platform/ui/part.tsx'

// Run counts come from the server, after the graph.
const RunsSection = part(() => import('../../runs/list/RunsSection.tsx').then((module) => module.RunsSection), {
  isQuiet: true,
})
// Most workspaces have no MCP server: what shows them loads where there is one.
const McpSection = part(() => import('./McpSection.tsx').then((module) => module.McpSection), { isQuiet: true })

/** As one text, which is the same while only their contents change. */
const sharedNamesOf = ({ files }: Document): string =>
  [...files.values()].flatMap(({ file, text }) => (text === null ? [] : (toolNameOf(file) ?? []))).join(' ')
const isOpenOf = ({ phase }: Session): boolean => phase === 'open'
const surroundingsOf = (session: Session) => session.surroundings
const hasMcpProblemsOf = (session: Session) => session.hasMcpProblems

/** As people sort: 2 before 10, whatever the case. */
const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
const byTitle = (a: GraphNode, b: GraphNode): number =>
  collator.compare(a.title ?? a.name, b.title ?? b.name) || collator.compare(a.name, b.name)

/** Selects the first Tool that refers to the shared one. */
function showShared(name: string): void {
  const { nodes } = graphStore.getState().graph
  const owner = nodes.find(({ kind, tools }) => kind === 'idea' && tools.some((tool) => tool.name === name))
  if (owner !== undefined) selectTool(owner.id, name)
}

interface AddButtonProps {
  readonly label: string
  readonly onClick: () => void
}

const AddButton = ({ label, onClick }: AddButtonProps) => (
  <IconButton label={label} Icon={Plus} size={13} className={styles.add} onClick={onClick} />
)

/** The workspace's content: Ideas, shared Tools, Activities, MCP servers, Runs. */
export function Explorer() {
  const graph = useGraph()
  const isSettled = useSettled(true)
  const sharedNames = useStore(documentStore, sharedNamesOf)
  const focus = useStore(sessionStore, focusedNode)
  // Before that nothing is known to be empty.
  const isOpen = useStore(sessionStore, isOpenOf)
  const { activities, activityProblems, mcpServers } = useStore(sessionStore, surroundingsOf)
  const hasMcpProblems = useStore(sessionStore, hasMcpProblemsOf)
  // The tools of MCP servers are listed with their servers.
  const code = activities.filter((name) => !mcpServers.some((server) => name.startsWith(`${server}__`)))
  const shared = useMemo(() => sharedNames.split(' ').filter((name) => name !== ''), [sharedNames])
  const ideas = useMemo(() => graph.nodes.filter(({ kind }) => kind === 'idea').sort(byTitle), [graph.nodes])
  return (
    <nav className={styles.explorer} aria-label={t('explorer.label')}>
      <ExplorerSection
        id="ideas"
        title={t('explorer.ideas')}
        count={ideas.length}
        action={<AddButton label={t('explorer.newIdea')} onClick={() => carryOut(newIdea)} />}
      >
        {isOpen && ideas.length === 0 && <p className={styles.empty}>{t('explorer.noIdeas')}</p>}
        <IdeaList ideas={ideas} focus={focus} />
      </ExplorerSection>
      {shared.length > 0 && (
        <ExplorerSection id="tools" title={t('explorer.tools')} count={shared.length}>
          {shared.map((name) => (
            <ExplorerItem
              key={name}
              tool={name}
              Icon={Braces}
              tone="explicit"
              name={name}
              isCode
              title={t('explorer.toolHint', { name })}
              onClick={() => showShared(name)}
              onDragStart={(transfer) => dragShared(name, transfer)}
            />
          ))}
        </ExplorerSection>
      )}
      <ExplorerSection
        id="activities"
        title={t('explorer.activities')}
        count={code.length}
        action={<AddButton label={t('explorer.activitiesHint')} onClick={() => goTo('activities')} />}
      >
        {isOpen && code.length === 0 && <p className={styles.empty}>{t('explorer.noActivities')}</p>}
        {code.map((name) => (
          <ExplorerItem
            key={name}
            node={`activity:${name}`}
            Icon={SquareFunction}
            name={name}
            isCode
            isSelected={focus === `activity:${name}`}
            title={t('explorer.activityHint', { name })}
            onClick={() => selectNode(`activity:${name}`)}
            onDragStart={(transfer) => dragActivity(name, transfer)}
            end={
              <TroubleSign
                troubles={troublesOf(activityProblems.filter(({ file }) => file === codeFile(name)))}
                className={styles.alert}
              />
            }
          />
        ))}
      </ExplorerSection>
      {(mcpServers.length > 0 || hasMcpProblems) && (
        <ExplorerSection id="mcp" title={t('explorer.mcp')} count={mcpServers.length}>
          <McpSection names={mcpServers} focus={focus} />
        </ExplorerSection>
      )}
      <PageLinks />
      {isSettled && <RunsSection />}
    </nav>
  )
}

/** The screens that the workspace's other files are on. */
const PageLinks = () => (
  <div className={styles.pages} role="group" aria-label={t('explorer.pages')}>
    <ExplorerItem
      Icon={ClipboardCheck}
      name={t('explorer.cases')}
      title={t('explorer.casesHint')}
      onClick={() => goTo('cases')}
    />
    <ExplorerItem
      Icon={FlaskConical}
      name={t('explorer.experiments')}
      title={t('explorer.experimentsHint')}
      onClick={() => goTo('experiments')}
    />
    <ExplorerItem
      Icon={LayoutTemplate}
      name={t('explorer.templates')}
      title={t('explorer.templatesHint')}
      onClick={() => goTo('gallery')}
      onDragStart={(transfer) => dragTemplates(transfer)}
    />
  </div>
)
