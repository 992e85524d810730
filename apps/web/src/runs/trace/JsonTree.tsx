import type { Json } from '@ensemble/core'
import { isBodyRef } from '@ensemble/core/trace'
import { ChevronRight } from 'lucide-react'
import { memo, useState } from 'react'
import { t } from '../../platform/i18n/run.ts'
import { ArtifactChip } from '../artifacts/ArtifactChip.tsx'
import { isArtifact } from '../artifacts/artifact.ts'
import { classes } from '../../platform/ui/classes.ts'
import { CopyButton } from '../../platform/ui/CopyButton.tsx'
import css from './JsonTree.module.css'
import { preview } from '../../platform/ui/json-preview.ts'
import { OriginButton } from './origin/OriginButton.tsx'
import { Stored } from './Stored.tsx'

interface JsonTreeProps {
  readonly run: string
  readonly value: Json
  /** The initially open levels. */
  readonly open?: number
}

/** Any JSON value as a tree that opens and closes. Text is shown as text, whatever it holds. The same value is not drawn again. */
export const JsonTree = memo(function JsonTree({ run, value, open = 2 }: JsonTreeProps) {
  return (
    <div className={css.tree}>
      <span className={css.copy}>
        <OriginButton pointer="" className={css.origin} />
        <CopyButton text={JSON.stringify(value, null, 2)} label={t('trace.copyJson')} />
      </span>
      <Node run={run} value={value} open={open} at="" />
    </div>
  )
})

interface NodeProps extends JsonTreeProps {
  readonly name?: string
  /** Its JSON Pointer in the whole value. */
  readonly at: string
}

const PAGE = 100

/** Members that a move left as they were stay as they are drawn. */
const Node = memo(function Node({ run, value, open = 0, name, at }: NodeProps) {
  if (isBodyRef(value))
    return (
      <Stored<Json> run={run} value={value}>
        {(body) => <Node run={run} value={body} open={0} name={name} at={at} />}
      </Stored>
    )
  if (isArtifact(value))
    return (
      <div className={css.line}>
        <Name name={name} />
        <ArtifactChip run={run} artifact={value} />
      </div>
    )
  if (typeof value !== 'object' || value === null)
    return (
      <div className={css.line}>
        <Name name={name} />
        <Leaf value={value} />
        <OriginButton pointer={at} className={css.origin} />
      </div>
    )
  return <Branch run={run} value={value} open={open} name={name} at={at} />
})

function Branch({ run, value, open = 0, name, at }: NodeProps & { readonly value: object }) {
  const [isOpen, setOpen] = useState(open > 0)
  const [shown, setShown] = useState(PAGE)
  // A branch is a JSON array or object: its entries are Json.
  const entries = Object.entries(value) as [string, Json][]
  const isList = Array.isArray(value)
  if (entries.length === 0)
    return (
      <div className={css.line}>
        <Name name={name} />
        <span className={css.empty}>{isList ? '[]' : '{}'}</span>
      </div>
    )
  // The value is what Object.entries above read.
  const summary = preview(value as Json)
  return (
    <div>
      <button type="button" className={css.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <ChevronRight size={12} aria-hidden className={classes(css.arrow, isOpen && css.arrowOpen)} />
        <Name name={name} />
        <span className={css.summary} title={isOpen ? undefined : summary}>
          {isOpen ? t(isList ? 'json.items' : 'json.members', { count: entries.length }) : summary}
        </span>
      </button>
      {isOpen && (
        <div className={css.children}>
          {entries.slice(0, shown).map(([key, item]) => (
            <Node
              key={key}
              run={run}
              value={item}
              open={open - 1}
              name={key}
              at={`${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`}
            />
          ))}
          {entries.length > shown && (
            <button type="button" className={css.more} onClick={() => setShown(shown + 10 * PAGE)}>
              {t('json.more', { count: entries.length - shown })}
            </button>
          )}
        </div>
      )}
    </div>
  )
}

const Name = ({ name }: { readonly name: string | undefined }) =>
  name === undefined ? null : <span className={css.name}>{name}</span>

const LONG = 400
const MOST_LINES = 6

function Leaf({ value }: { readonly value: null | boolean | number | string }) {
  const [whole, setWhole] = useState(false)
  if (typeof value !== 'string') return <span className={css.scalar}>{String(value)}</span>
  const long = value.length > LONG || value.split('\n', MOST_LINES + 1).length > MOST_LINES
  return (
    <span className={css.string}>
      {long && !whole ? `${value.slice(0, LONG).split('\n', MOST_LINES).join('\n')}…` : value === '' ? '""' : value}
      {long && (
        <button type="button" className={css.more} onClick={() => setWhole(!whole)}>
          {whole ? t('json.less') : t('json.all', { count: value.length })}
        </button>
      )}
    </span>
  )
}
