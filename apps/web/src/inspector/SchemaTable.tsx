import { isObject, type Json, type JsonObject } from '@ensemble/core'
import type { JSONPath } from 'jsonc-parser'
import { Plus, X } from 'lucide-react'
import { freeName } from '../document/files.ts'
import { removeAt, renameKey, setAt } from '../document/json-edit.ts'
import { t } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import field from '../ui/field.module.css'
import { IconButton } from '../ui/IconButton.tsx'
import styles from './inspector.module.css'
import { PROPERTY_TYPES, propertyRows, withRequired, type PropertyRow } from './property-rows.ts'
import { TextInput } from './TextInput.tsx'
import { changeAt, changeText } from './use-file.ts'

interface SchemaTableProps {
  readonly file: string
  /** Where the object schema stands in the file. */
  readonly path: JSONPath
  readonly schema: Json | undefined
  readonly label: string
}

const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/

/** The properties of an object schema as a table, bound to the text both ways. */
export function SchemaTable({ file, path, schema, label }: SchemaTableProps) {
  const rows = propertyRows(schema)
  if (rows === null) return <p className={styles.quiet}>{t('inspector.notATable')}</p>
  const object: JsonObject = isObject(schema) ? schema : {}
  const mark = (what: string): string => `${file}#${path.join('/')}/${what}`

  const rename = (row: PropertyRow, name: string): void => {
    if (!NAME.test(name) || rows.some((other) => other.name === name)) return
    changeText(file, mark('name'), (text) => {
      const renamed = renameKey(text, [...path, 'properties', row.name], name)
      if (!row.required || !Array.isArray(object.required)) return renamed
      return setAt(
        renamed,
        [...path, 'required'],
        object.required.map((each: Json) => (each === row.name ? name : each)),
      )
    })
  }
  const remove = (row: PropertyRow): void =>
    changeText(file, mark(`remove/${row.name}`), (text) => {
      const without = removeAt(text, [...path, 'properties', row.name])
      return row.required ? setAt(without, [...path, 'required'], withRequired(object, row.name, false)) : without
    })
  const add = (): void => {
    const name = freeName(
      'value',
      rows.map((row) => row.name),
    )
    changeText(file, mark(`add/${name}`), (text) =>
      schema === undefined
        ? setAt(text, path, { type: 'object', properties: { [name]: { type: 'string', description: '' } } })
        : setAt(text, [...path, 'properties', name], { type: 'string', description: '' }),
    )
  }

  return (
    <div className={styles.table} role="group" aria-label={label}>
      {rows.map((row) => (
        <div key={row.name} className={styles.property}>
          <div className={styles.propertyLine}>
            <TextInput
              label={t('inspector.propertyName')}
              value={row.name}
              isCode
              commit="leaving"
              onChange={(name) => rename(row, name)}
            />
            <select
              className={classes(field.input, field.code, styles.type)}
              aria-label={t('inspector.propertyType')}
              value={row.type}
              onChange={(event) => changeAt(file, [...path, 'properties', row.name, 'type'], event.currentTarget.value)}
            >
              {!PROPERTY_TYPES.some((type) => type === row.type) && <option value={row.type}>{row.type}</option>}
              {PROPERTY_TYPES.map((type) => (
                <option key={type}>{type}</option>
              ))}
            </select>
            <label className={styles.required} title={t('inspector.propertyRequired')}>
              <input
                type="checkbox"
                aria-label={`${t('inspector.propertyRequired')} ${row.name}`}
                checked={row.required}
                onChange={(event) =>
                  changeAt(file, [...path, 'required'], withRequired(object, row.name, event.currentTarget.checked))
                }
              />
            </label>
            <IconButton
              label={t('inspector.removeProperty', { name: row.name })}
              Icon={X}
              size={13}
              onClick={() => remove(row)}
            />
          </div>
          <TextInput
            label={`${t('inspector.description')} ${row.name}`}
            className={styles.quietInput}
            value={row.description}
            placeholder={t('inspector.propertyDescription')}
            onChange={(text) => changeAt(file, [...path, 'properties', row.name, 'description'], text)}
          />
        </div>
      ))}
      <Button size="small" look="quiet" className={styles.addButton} onClick={add}>
        <Plus size={13} aria-hidden />
        {t('inspector.addProperty')}
      </Button>
    </div>
  )
}
