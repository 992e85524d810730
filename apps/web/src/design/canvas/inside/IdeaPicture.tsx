import type { GraphEdge, GraphNode } from '@ensemble/core'
import type { GraphTool } from '@ensemble/core/idea'
import { ArrowLeft, Braces, Database, LogIn, MessageSquareText, Wrench, type LucideIcon } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { carryOut } from '../../../document/commands/command.ts'
import { back } from '../../../document/commands/walk.ts'
import { editSchema, openInspector } from '../../commands/edit-schema.ts'
import { ideaFile, ideaId, nameOfIdeaNode } from '../../../document/texts/files.ts'
import { metaField, parseObject } from '../../../document/texts/idea-view.ts'
import { findTool } from '../../../document/edits/intents.ts'
import { documentStore } from '../../../document/open/document-store.ts'
import { useGraph, useGraphNode } from '../../../document/graph/graph-store.ts'
import { editInPlace, inPlace, toolInPlace } from '../../../document/graph/in-place.ts'
import { enterIdea, leaveAll } from '../../../document/graph/inside.ts'
import { selectNode, selectTool, sessionStore } from '../../../platform/session/session.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import { classes } from '../../../platform/ui/classes.ts'
import { ModeIcon } from '../../../platform/ui/ModeIcon.tsx'
import { IdeaName } from '../../naming/IdeaName.tsx'
import { ToolName } from '../../naming/ToolName.tsx'
import { fieldsOf, limitsOf, messageCards, type FieldRow, type MessageCard } from './idea-parts.ts'
import styles from './inside.module.css'
import { t } from './texts.ts'
import { Wires } from './Wires.tsx'

const ICONS: Readonly<Record<string, LucideIcon>> = {
  text: MessageSquareText,
  input: LogIn,
  tool: Wrench,
  state: Database,
}
/** A longer schema is in the form; here it would push what matters out of sight. */
const MOST_FIELDS = 8

function Fields({ rows }: { readonly rows: readonly FieldRow[] }) {
  const more = rows.length - MOST_FIELDS
  return (
    <ul className={styles.fields}>
      {rows.slice(0, MOST_FIELDS).map(({ name, type, isRequired }) => (
        <li key={name}>
          <code>{name}</code>
          {isRequired && (
            <b className={styles.required} title={t('required')}>
              *<span data-visually-hidden>{t('required')}</span>
            </b>
          )}
          <span className={styles.type}>{type}</span>
        </li>
      ))}
      {more > 0 && <li className={styles.quiet}>+{more}</li>}
    </ul>
  )
}

function Message({ card, idea }: { readonly card: MessageCard; readonly idea: string }) {
  const Icon = ICONS[card.kind] ?? Braces
  return (
    <button
      type="button"
      className={styles.card}
      data-wire-to="model"
      onClick={() => selectNode(ideaId(idea))}
      onDoubleClick={() => carryOut(openInspector)}
    >
      <span className={styles.head}>
        <Icon size={14} aria-hidden />
        {card.title}
      </span>
      {card.text !== null && <span className={styles.text}>{card.text || t('empty')}</span>}
      {card.fields.length > 0 && <Fields rows={card.fields} />}
    </button>
  )
}

/** The mode shows it if a Tool runs anything but a module. */
const isModule = (node: string): boolean => !node.startsWith('activity:') && !node.startsWith('mcp:')

interface ToolCardProps {
  readonly idea: string
  readonly tool: GraphTool
  readonly edges: readonly GraphEdge[]
  readonly titles: ReadonlyMap<string, string>
}

function ToolCard({ idea, tool, edges, titles }: ToolCardProps) {
  const files = useStore(documentStore, ({ files: all }) => all)
  const isSelected = useStore(
    sessionStore,
    ({ selection }) => selection.tool?.node === ideaId(idea) && selection.tool.name === tool.name,
  )
  const isNamed = useStore(inPlace, ({ id }) => id === toolInPlace(ideaId(idea), tool.name))
  const schema = findTool(files, idea, tool.name)?.schema ?? {}
  const modules = edges.filter((edge) => edge.tool === tool.name && isModule(edge.to))
  const imports = metaField(schema, ['_imports', '_scopes']) === null ? null : (modules[0]?.imports ?? [])
  const description = typeof schema.description === 'string' ? schema.description : ''
  return (
    <div className={classes(styles.card, isSelected && styles.selected)} data-wire-from="model">
      {isNamed && <ToolName idea={idea} tool={tool.name} />}
      <button
        type="button"
        hidden={isNamed}
        className={styles.tool}
        aria-pressed={isSelected}
        onClick={() => selectTool(ideaId(idea), tool.name)}
        onDoubleClick={() => carryOut(editSchema)}
      >
        <span className={styles.head}>
          <ModeIcon mode={tool.mode} />
          <code className={styles.name}>{tool.name}</code>
        </span>
        {description !== '' && <span className={styles.text}>{description}</span>}
        <Fields rows={fieldsOf(schema)} />
      </button>
      {tool.mode === 'latent' && <span className={styles.quiet}>{t('itself')}</span>}
      {tool.mode === 'explicit' && (
        <span className={styles.quiet}>{t('runs', { activity: tool.activity ?? tool.name })}</span>
      )}
      {modules.map(({ id, to }) => {
        const name = nameOfIdeaNode(to)
        const title = titles.get(to) ?? to
        return name === null ? (
          <span key={id} className={styles.quiet}>
            {t('asks', { idea: title })}
          </span>
        ) : (
          <button
            key={id}
            type="button"
            className={styles.module}
            title={t('enter', { idea: title })}
            onClick={() => enterIdea(name)}
          >
            {t('asks', { idea: title })} ›
          </button>
        )
      })}
      {modules.length > 0 && imports !== null && (
        <span className={styles.quiet}>
          {imports.length === 0 ? t('noImports') : t('imports', { imports: imports.join(', ') })}
        </span>
      )}
    </div>
  )
}

/** Where there is nothing to draw: why, and the way back. */
function Nothing({ text }: { readonly text: string }) {
  return (
    <section className={styles.nothing}>
      <p>{text}</p>
      <Button onClick={leaveAll}>{t('back')}</Button>
    </section>
  )
}

function Picture({ node }: { readonly node: GraphNode }) {
  const ref = useRef<HTMLDivElement>(null)
  const isNamed = useStore(inPlace, ({ id }) => id === node.id)
  const graph = useGraph()
  const text = useStore(documentStore, ({ files }) => files.get(ideaFile(node.name))?.valid)
  const value = parseObject(text)
  const cards = messageCards(value)
  const titles = useMemo(() => new Map(graph.nodes.map((each) => [each.id, each.title ?? each.name])), [graph])
  const edges = useMemo(() => graph.edges.filter(({ from }) => from === node.id), [graph, node.id])
  const limits = limitsOf(value)
  const output = fieldsOf(value.schema)
  return (
    <div className={styles.drawing} ref={ref}>
      <section className={styles.column} aria-label={t('messages')}>
        <h2>{t('messages')}</h2>
        {cards.map((card) => (
          <Message key={card.index} card={card} idea={node.name} />
        ))}
        {cards.length === 0 && (
          <p className={styles.quiet}>
            {t('noMessages')}. {t('noMessagesHint')}
          </p>
        )}
      </section>
      <section className={classes(styles.column, styles.middle)} aria-label={t('model')}>
        <div className={classes(styles.card, styles.model)} data-wire="model">
          <span className={styles.head}>
            {isNamed ? (
              <IdeaName node={node} />
            ) : (
              <span onDoubleClick={() => editInPlace(node.id)}>{node.title ?? node.name}</span>
            )}
          </span>
          <span className={styles.quiet}>{node.model ?? t('modelDefault')}</span>
          {limits !== '' && <span className={styles.quiet}>{t('limits', { limits })}</span>}
        </div>
      </section>
      <section className={styles.column} aria-label={t('tools')}>
        <h2>{t('tools')}</h2>
        {node.tools.map((tool) => (
          <ToolCard key={tool.name} idea={node.name} tool={tool} edges={edges} titles={titles} />
        ))}
        {node.tools.length === 0 && <p className={styles.quiet}>{t('noTools')}</p>}
        <h2>{t('output')}</h2>
        <button
          type="button"
          className={classes(styles.card, styles.output)}
          data-wire-from="model"
          onClick={() => selectNode(node.id)}
          onDoubleClick={() => carryOut(openInspector)}
        >
          {output.length > 0 ? (
            <Fields rows={output} />
          ) : (
            <>
              <span className={styles.head}>{t('anyOutput')}</span>
              <span className={styles.quiet}>{t('anyOutputHint')}</span>
            </>
          )}
        </button>
      </section>
      <Wires host={ref} of={`${text ?? ''}${node.tools.length}`} />
    </div>
  )
}

/** An Idea as its own picture: what the model is given, what it may call, what it answers. */
export function IdeaPicture({ idea }: { readonly idea: string }) {
  const node = useGraphNode(ideaId(idea))
  const isBroken = useStore(documentStore, ({ files }) => {
    const record = files.get(ideaFile(idea))
    return record?.text != null && record.valid === null
  })
  return (
    <section className={styles.inside} aria-label={t('label', { idea: node?.title ?? idea })}>
      <Button className={styles.back} onClick={() => carryOut(back)}>
        <ArrowLeft size={14} aria-hidden />
        {t('back')}
      </Button>
      {node === undefined && <Nothing text={t('missing', { idea })} />}
      {node !== undefined && isBroken && <Nothing text={t('broken', { file: ideaFile(idea) })} />}
      {node !== undefined && !isBroken && <Picture node={node} />}
    </section>
  )
}
