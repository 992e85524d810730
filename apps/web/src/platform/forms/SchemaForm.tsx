import { isObject, type Json, type JsonObject, type JsonSchema } from '@ensemble/core'
import { Plus, X } from 'lucide-react'
import { t } from '../i18n/dialogs.ts'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { Field, type FieldMarks } from '../ui/Field.tsx'
import field from '../ui/field.module.css'
import { IconButton } from '../ui/IconButton.tsx'
import { JsonInput } from './JsonInput.tsx'
import styles from './schema-form.module.css'
import {
  fieldKind,
  fieldTitle,
  initialValue,
  memberPath,
  propertiesOf,
  requiredOf,
  withMember,
} from './schema-values.ts'

interface ControlProps {
  readonly id?: string
  readonly schema: JsonSchema
  readonly value: Json | undefined
  readonly label: string
  readonly marks?: FieldMarks
  readonly onChange: (value: Json | undefined) => void
}

const LONG_TEXT = 60

function Choice({ id, schema, value, label, marks, onChange }: ControlProps) {
  const choices = isObject(schema) && Array.isArray(schema.enum) ? schema.enum : []
  const at = choices.findIndex((choice: Json) => JSON.stringify(choice) === JSON.stringify(value))
  return (
    <select
      id={id}
      aria-label={id === undefined ? label : undefined}
      {...marks}
      className={field.input}
      value={at}
      onChange={(event) => onChange(choices[Number(event.currentTarget.value)])}
    >
      <option value={-1}>{t('runDialog.none')}</option>
      {choices.map((choice: Json, index) => (
        <option key={JSON.stringify(choice)} value={index}>
          {typeof choice === 'string' ? choice : JSON.stringify(choice)}
        </option>
      ))}
    </select>
  )
}

function Text({ id, schema, value, label, marks, onChange }: ControlProps) {
  const text = typeof value === 'string' ? value : ''
  const isShort = isObject(schema) && typeof schema.maxLength === 'number' && schema.maxLength <= LONG_TEXT
  return (
    <textarea
      id={id}
      aria-label={id === undefined ? label : undefined}
      {...marks}
      className={classes(field.input, isShort && field.oneLine)}
      rows={isShort ? 1 : 2}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
    />
  )
}

function NumberInput({ id, schema, value, label, marks, onChange }: ControlProps) {
  const limits = isObject(schema) ? schema : {}
  return (
    <input
      id={id}
      aria-label={id === undefined ? label : undefined}
      {...marks}
      type="number"
      className={field.input}
      min={typeof limits.minimum === 'number' ? limits.minimum : undefined}
      max={typeof limits.maximum === 'number' ? limits.maximum : undefined}
      step={limits.type === 'integer' ? 1 : 'any'}
      value={typeof value === 'number' ? value : ''}
      onChange={(event) => {
        const number = event.currentTarget.valueAsNumber
        onChange(Number.isNaN(number) ? undefined : number)
      }}
    />
  )
}

function List({ schema, value, label, marks, onChange }: ControlProps) {
  const items: readonly Json[] = Array.isArray(value) ? value : []
  const itemSchema: JsonSchema = isObject(schema) && isObject(schema.items) ? schema.items : true
  return (
    <div className={styles.list} role="group" aria-label={label} aria-describedby={marks?.['aria-describedby']}>
      {items.map((item, index) => (
        <div key={index} className={styles.listItem}>
          <Control
            schema={itemSchema}
            value={item}
            label={`${label} ${index + 1}`}
            onChange={(next) => onChange(items.with(index, next ?? ''))}
          />
          <IconButton
            label={t('runDialog.removeItem', { number: index + 1 })}
            Icon={X}
            onClick={() => onChange(items.toSpliced(index, 1))}
          />
        </div>
      ))}
      <Button size="small" onClick={() => onChange([...items, initialValue(itemSchema) ?? ''])}>
        <Plus size={13} aria-hidden />
        {t('runDialog.addItem')}
      </Button>
    </div>
  )
}

/** The control for one value of a schema; `at` and `errors` are for the fields of an object. */
function Control(props: ControlProps & Pick<SchemaFormProps, 'at' | 'errors'>) {
  const { id, schema, value, label, marks, onChange, at, errors } = props
  switch (fieldKind(schema)) {
    case 'choice':
      return <Choice {...props} />
    case 'text':
      return <Text {...props} />
    case 'number':
      return <NumberInput {...props} />
    case 'list':
      return <List {...props} />
    case 'boolean':
      return (
        <span className={field.check}>
          <input
            id={id}
            type="checkbox"
            aria-label={id === undefined ? label : undefined}
            {...marks}
            checked={value === true}
            onChange={(event) => onChange(event.currentTarget.checked)}
          />
        </span>
      )
    case 'object':
      return (
        <div className={styles.nested}>
          <SchemaForm
            schema={isObject(schema) ? schema : {}}
            value={isObject(value) ? value : {}}
            onChange={onChange}
            at={at}
            errors={errors}
          />
        </div>
      )
    case 'json':
      return <JsonInput id={id} label={label} marks={marks} value={value} onChange={onChange} />
  }
}

interface SchemaFormProps {
  readonly schema: JsonObject
  readonly value: JsonObject
  readonly onChange: (value: JsonObject) => void
  /** Where in the whole form's value this object is, as a JSON Pointer. */
  readonly at?: string
  /** A field's problems, by its JSON Pointer. */
  readonly errors?: Readonly<Record<string, string>>
}

/** One field for each property of an object schema. */
export function SchemaForm({ schema, value, onChange, at = '', errors = {} }: SchemaFormProps) {
  const required = requiredOf(schema)
  return propertiesOf(schema).map(([name, property]) => {
    const path = memberPath(at, name)
    return (
      <Field
        key={name}
        label={fieldTitle(name, property)}
        note={required.has(name) ? undefined : t('runDialog.optional')}
        hint={isObject(property) && typeof property.description === 'string' ? property.description : undefined}
        error={errors[path]}
      >
        {(id, marks) => (
          <Control
            id={id}
            schema={property}
            value={value[name]}
            label={name}
            marks={marks}
            onChange={(member) => onChange(withMember(value, name, member))}
            at={path}
            errors={errors}
          />
        )}
      </Field>
    )
  })
}
