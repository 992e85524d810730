import type { Json } from '@ensemble/core'
import { useState } from 'react'
import { t } from '../../platform/i18n/run.ts'
import { CopyButton } from '../../platform/ui/CopyButton.tsx'
import { OriginButton } from '../trace/origin/OriginButton.tsx'
import { JsonTree } from '../trace/JsonTree.tsx'
import { cellText } from './cell-text.ts'
import { likeObjects, type LikeObjects } from './like-objects.ts'
import css from './ValueView.module.css'
import { Scroll } from '../../platform/ui/Scroll.tsx'

interface ValueViewProps {
  readonly run: string
  readonly value: Json
}

/** A value for reading: text as text, lists of like objects as tables, everything else as a tree. */
export function ValueView({ run, value }: ValueViewProps) {
  if (typeof value === 'string')
    return (
      <div className={css.text}>
        <p>{value}</p>
        <OriginButton pointer="" className={undefined} />
        <CopyButton text={value} />
      </div>
    )
  const table = likeObjects(value)
  if (table !== undefined) return <Table table={table} />
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  // Json's objects hold Json.
  const members = isRecord ? (Object.entries(value) as [string, Json][]) : []
  const tables = members.flatMap(([name, member]) => {
    const found = likeObjects(member)
    return found === undefined ? [] : [{ name, table: found }]
  })
  if (tables.length === 0) return <JsonTree run={run} value={value} open={2} />
  const others = members.filter(([name]) => !tables.some((each) => each.name === name))
  return (
    <>
      {others.length > 0 && <JsonTree run={run} value={Object.fromEntries(others)} open={2} />}
      {tables.map(({ name, table: found }) => (
        <Table key={name} table={found} name={name} />
      ))}
    </>
  )
}

const PAGE = 100

function Table({ table: { columns, rows }, name }: { readonly table: LikeObjects; readonly name?: string }) {
  const [shown, setShown] = useState(PAGE)
  return (
    <Scroll className={css.box} label={name ?? t('result.table')}>
      <table className={css.table}>
        {name !== undefined && <caption>{name}</caption>}
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row, at) => (
            // Lines have no identity but their place.
            <tr key={at}>
              {columns.map((column) => (
                <td key={column}>{cellText(row[column])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <button type="button" className={css.more} onClick={() => setShown(shown + 10 * PAGE)}>
          {t('json.more', { count: rows.length - shown })}
        </button>
      )}
    </Scroll>
  )
}
