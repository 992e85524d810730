import { Command, defaultFilter } from 'cmdk'
import { Diamond, Wrench } from 'lucide-react'
import { showKeys } from '../../document/commands/show-keys.ts'
import { COMMANDS } from '../commands/registry.ts'
import { t } from '../../platform/i18n/dialogs.ts'
import { LazyThumbnail } from '../workspaces/Thumbnail.tsx'
import { isHere, useWorkspaces } from '../workspaces/use-workspaces.ts'
import { canvasView } from '../../document/graph/canvas-view.ts'
import { useGraph } from '../../document/graph/graph-store.ts'
import { closeDialog, selectNode, selectTool } from '../../platform/session/session.ts'
import { useFirstFrame } from '../../platform/ui/use-first-frame.ts'
import { useTypedAhead } from '../../platform/ui/use-typed-ahead.ts'
import styles from './palette.module.css'

/** As many as are seen without scrolling: the first frame shows these, and the rest follows. */
const SEEN_FIRST = 14

/** Below it letters match that are scattered over a name: cmdk doesn't order groups, so they would come before a whole word. */
const LEAST_MATCH = 0.02
const match = (value: string, search: string): number => {
  const score = defaultFilter(value, search)
  return score < LEAST_MATCH ? 0 : score
}

/** Commands, Ideas and Tools in one list that narrows as one types; `find` leaves the commands out. */
export function Palette({ find }: { readonly find: boolean }) {
  const known = useWorkspaces()
  const { text: search, setText: setSearch, onFocus } = useTypedAhead()
  const isWhole = useFirstFrame() || search !== ''
  const others = known.workspaces?.filter((workspace) => workspace.state === 'ready' && !isHere(workspace)) ?? []
  return (
    <Command.Dialog
      open
      onOpenChange={(open) => !open && closeDialog()}
      label={t('app.commands')}
      filter={match}
      overlayClassName={styles.overlay}
      contentClassName={styles.content}
      loop
    >
      <Command.Input
        placeholder={t('palette.placeholder')}
        value={search}
        onValueChange={setSearch}
        onFocus={onFocus}
      />
      <Command.List label={t('app.commands')}>
        <Command.Empty>{t('palette.empty')}</Command.Empty>
        {find && <Places />}
        {!find && (
          <Command.Group heading={t('app.commands')}>
            {COMMANDS.filter(({ id }) => id !== 'palette')
              .slice(0, isWhole ? undefined : SEEN_FIRST)
              .map((command) => (
                <Command.Item
                  key={command.id}
                  value={t(command.label)}
                  disabled={!command.isEnabled()}
                  onSelect={then(() => command.run())}
                >
                  {t(command.label)}
                  {command.keys?.[0] !== undefined && <kbd>{showKeys(command.keys[0])}</kbd>}
                </Command.Item>
              ))}
          </Command.Group>
        )}
        {!find && isWhole && <Places />}
        {!find && isWhole && others.length > 0 && (
          <Command.Group heading={t('palette.workspaces')}>
            {others.map(({ name, address, folder }) => (
              <Command.Item
                key={folder}
                value={t('palette.openWorkspace', { name })}
                onSelect={then(() => location.assign(address))}
              >
                <LazyThumbnail name={name} />
                {t('palette.openWorkspace', { name })}
                <span className={styles.owner}>{folder}</span>
              </Command.Item>
            ))}
          </Command.Group>
        )}
      </Command.List>
    </Command.Dialog>
  )
}

/** Closes the palette before it acts: a command may open another dialog, and this one has to be gone first. */
const then = (act: () => void) => (): void => {
  closeDialog()
  queueMicrotask(act)
}

/** Ideas and their Tools: the canvas goes where one of them is. */
function Places() {
  const ideas = useGraph().nodes.filter(({ kind }) => kind === 'idea')
  return (
    <>
      <Command.Group heading={t('palette.ideas')}>
        {ideas.map((node) => (
          <Command.Item
            key={node.id}
            value={`${node.title ?? ''} ${node.name}`}
            onSelect={then(() => {
              selectNode(node.id)
              canvasView()?.flyTo(node.id)
            })}
          >
            <Diamond size={14} aria-hidden />
            {node.title ?? node.name}
          </Command.Item>
        ))}
      </Command.Group>
      <Command.Group heading={t('palette.tools')}>
        {ideas.flatMap((node) =>
          node.tools.map((tool) => (
            <Command.Item
              key={`${node.id}/${tool.name}`}
              value={`${tool.name} ${node.title ?? node.name}`}
              onSelect={then(() => {
                selectTool(node.id, tool.name)
                canvasView()?.flyTo(node.id)
              })}
            >
              <Wrench size={14} aria-hidden />
              <code>{tool.name}</code>
              <span className={styles.owner}>{node.title ?? node.name}</span>
            </Command.Item>
          )),
        )}
      </Command.Group>
    </>
  )
}
