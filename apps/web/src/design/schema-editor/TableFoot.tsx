import { isResultField, type FlatRow } from '@ensemble/core/editor'
import { Plus } from 'lucide-react'
import { Button } from '../../platform/ui/Button.tsx'
import { NewProperty } from './NewProperty.tsx'
import styles from './property-table.module.css'
import { say } from './say.ts'
import type { TableActions } from './table-actions.ts'
import { COMBINATIONS } from './table-edits.ts'

interface TableFootProps {
  /** The pointer to the shown object schema. */
  readonly pointer: string
  /** The object that gets a new property. */
  readonly into: string
  readonly rows: readonly FlatRow[]
  readonly actions: TableActions
  /** The new property goes to the shown schema again. */
  readonly onLeave: () => void
  readonly hasDefinitions: boolean
  readonly hasResult: boolean | undefined
  readonly note: string | null
  /** Why the last edit wasn't made. */
  readonly refused: string | null
}

/** The line below a table of properties: a new property, alternative, definition or result. */
export function TableFoot(props: TableFootProps) {
  const { pointer, into, rows, actions, onLeave, hasDefinitions, hasResult, note, refused } = props
  const atRoot = COMBINATIONS.filter((kind) => rows.some((row) => row.level === 0 && row.kind === kind))
  return (
    <div className={styles.foot}>
      <NewProperty
        into={into === pointer ? null : (rows.find((row) => row.pointer === into)?.name ?? null)}
        read={actions.readNew}
        onAdd={actions.addTyped}
        onLeave={onLeave}
        onAddUnnamed={() => actions.addTo(pointer, pointer)}
      />
      {atRoot.map((kind) => (
        <Button
          key={kind}
          size="small"
          look="quiet"
          onClick={() => actions.apply({ type: 'addAlternative', pointer, kind })}
        >
          <Plus size={13} aria-hidden />
          {say('table.addAtRoot', { kind })}
        </Button>
      ))}
      {hasDefinitions && (
        <Button size="small" look="quiet" onClick={actions.addDefinition}>
          <Plus size={13} aria-hidden />
          {say('table.addDefinition')}
        </Button>
      )}
      {hasResult && !rows.some(({ owner, name }) => owner === pointer && isResultField(name)) && (
        <Button size="small" look="quiet" onClick={actions.declareResult}>
          <Plus size={13} aria-hidden />
          {say('table.declareResult')}
        </Button>
      )}
      {refused !== null && (
        <span className={styles.fault} role="alert">
          {refused}
        </span>
      )}
      {note !== null && <span className={styles.note}>{note}</span>}
    </div>
  )
}
