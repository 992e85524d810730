import { isObject, type Json } from '@ensemble/core'
import type { JSONPath } from 'jsonc-parser'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { goTo } from '../../document/commands/problem-actions.ts'
import { useGraph } from '../../document/graph/graph-store.ts'
import { setAt } from '../../document/texts/json-edit.ts'
import { t } from '../../platform/i18n/inspector.ts'
import { PropertyTable } from '../schema-editor/PropertyTable.tsx'
import { Button } from '../../platform/ui/Button.tsx'
import styles from './inspector.module.css'
import { changeText, useRecord } from '../../document/open/use-file.ts'

interface SchemaTableProps {
  readonly file: string
  /** The object schema's pointer in the file. */
  readonly path: JSONPath
  readonly schema: Json | undefined
  readonly label: string
}

const FIRST = { type: 'object', properties: { value: { type: 'string', description: '' } } }
const SHOWN = new Set(['object', undefined])

const pointerTo = (path: JSONPath): string =>
  path.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** The properties of an object schema as a table in a form, bound to the text both ways; meta fields have own controls. */
export function SchemaTable({ file, path, schema, label }: SchemaTableProps) {
  const text = useRecord(file)?.text ?? ''
  const { problems: all } = useGraph()
  const problems = useMemo(() => all.filter((problem) => problem.file === file), [all, file])
  // After starting a schema, a person types the name of its first property.
  const [isStarted, setStarted] = useState(false)
  if (schema === undefined)
    return (
      <Button
        size="small"
        look="quiet"
        className={styles.addButton}
        onClick={() => {
          setStarted(true)
          changeText(file, `${file}#${path.join('/')}/add`, (now) => setAt(now, path, FIRST))
        }}
      >
        <Plus size={13} aria-hidden />
        {t('inspector.addProperty')}
      </Button>
    )
  const isTable = isObject(schema) && SHOWN.has(typeof schema.type === 'string' ? schema.type : undefined)
  if (!isTable) return <p className={styles.quiet}>{t('inspector.notATable')}</p>
  return (
    <PropertyTable
      text={text}
      pointer={pointerTo(path)}
      label={label}
      place={{ file, path: [] }}
      withoutMeta
      isInline
      problems={problems}
      onProblem={goTo}
      {...(isStarted && { first: `${pointerTo(path)}/properties/value` })}
      change={(change, mark) => changeText(file, `${file}#${path.join('/')}/${mark}`, change)}
    />
  )
}
