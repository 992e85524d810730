import { isObject, type Json, type JsonObject, type JsonSchema } from '@ensemble/core'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { t } from '../i18n/dialogs.ts'
import { exampleText } from '../i18n/example-words.ts'
import { Button } from '../ui/Button.tsx'
import { classes } from '../ui/classes.ts'
import { Field, type FieldMarks } from '../ui/Field.tsx'
import field from '../ui/field.module.css'
import { IconButton } from '../ui/IconButton.tsx'
import { alternativeName, alternativeSchema, alternativesOf, chosenAlternative, plainSchema } from './form-schemas.ts'
import { JsonInput } from './JsonInput.tsx'
import styles from './schema-form.module.css'
import {
  fieldKind,
  fieldTitle,
  initialValue,
  isReference,
  memberPath,
  propertiesOf,
  requiredOf,
  withMember,
} from './schema-values.ts'

interface ControlProps {
  readonly id?: string
  /** As a form fills it: behind its references. */
  readonly schema: JsonSchema
  /** The schema that references start from. */
  readonly root: JsonSchema
  readonly value: Json | undefined
  readonly label: string
  readonly marks?: FieldMarks
  readonly onChange: (value: Json | undefined) => void
}

const LONG_TEXT = 60
/** A value of each format, as a hint. */
const FORMAT_EXAMPLES: { readonly [format: string]: string } = {
  date: '2026-01-31',
  'date-time': '2026-01-31T14:30:00Z',
  time: '14:30:00Z',
  email: 'name@example.com',
  uri: 'https://example.com',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
}
/** Objects inside objects that are drawn before a person asks for them. */
const MOST_LEVELS = 8

const choicesOf = ({ enum: values, const: only }: JsonObject): readonly Json[] =>
  Array.isArray(values) ? values : only === undefined ? [] : [only]

function Choice({ id, schema, value, label, marks, onChange }: ControlProps) {
  const choices: readonly Json[] = isObject(schema) ? choicesOf(schema) : []
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
  const limits = isObject(schema) ? schema : {}
  const isFormed = typeof limits.format === 'string' || typeof limits.pattern === 'string'
  const isShort = isFormed || (typeof limits.maxLength === 'number' && limits.maxLength <= LONG_TEXT)
  const example = typeof limits.format === 'string' ? FORMAT_EXAMPLES[limits.format] : undefined
  return (
    <textarea
      id={id}
      aria-label={id === undefined ? label : undefined}
      {...marks}
      className={classes(field.input, isShort && field.oneLine)}
      rows={isShort ? 1 : 2}
      placeholder={example}
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

function List({ schema, root, value, label, marks, onChange, at = '', errors }: NestedProps) {
  const items: readonly Json[] = Array.isArray(value) ? value : []
  const itemSchema: JsonSchema = isObject(schema) && isObject(schema.items) ? schema.items : true
  return (
    <div className={styles.list} role="group" aria-label={label} aria-describedby={marks?.['aria-describedby']}>
      {items.map((item, index) => (
        <div key={index} className={styles.listItem}>
          <Control
            schema={itemSchema}
            root={root}
            value={item}
            label={`${label} ${index + 1}`}
            at={`${at}/${index}`}
            {...(errors !== undefined && { errors })}
            onChange={(next) => onChange(items.with(index, next ?? ''))}
          />
          <IconButton
            label={t('runDialog.removeItem', { number: index + 1 })}
            Icon={X}
            onClick={() => onChange(items.toSpliced(index, 1))}
          />
        </div>
      ))}
      <Button size="small" onClick={() => onChange([...items, firstItem(itemSchema, root)])}>
        <Plus size={13} aria-hidden />
        {t('runDialog.addItem')}
      </Button>
    </div>
  )
}

const firstItem = (schema: JsonSchema, root: JsonSchema): Json =>
  initialValue(schema, root) ?? (fieldKind(schema, root) === 'alternatives' ? null : '')

/** A chooser among the alternatives, and the field of the chosen one. */
function Alternatives({ id, schema, root, value, label, marks, onChange, at, errors }: NestedProps) {
  const whole = isObject(schema) ? schema : {}
  const alternatives = alternativesOf(whole, root)
  const [wanted, setWanted] = useState<number | null>(null)
  const fitting = chosenAlternative(whole, root, value)
  // An empty field fits none: the choice stays until another value comes.
  const chosen = wanted !== null && (value === undefined || value === null || fitting < 0) ? wanted : fitting
  const alternative = alternatives[chosen]
  const choose = (next: number): void => {
    setWanted(next)
    const first = alternatives[next]
    onChange(first === undefined ? undefined : initialValue(alternativeSchema(whole, first, root), root))
  }
  return (
    <div className={styles.nested} role="group" aria-label={label}>
      <select
        id={id}
        aria-label={id === undefined ? t('runDialog.alternative', { name: label }) : undefined}
        {...marks}
        className={field.input}
        value={chosen}
        onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
      >
        <option value={-1}>{t('runDialog.none')}</option>
        {alternatives.map((one, index) => (
          <option key={index} value={index}>
            {alternativeName(one, root, index + 1)}
          </option>
        ))}
      </select>
      {alternative !== undefined && (
        <Control
          key={chosen}
          schema={alternativeSchema(whole, alternative, root)}
          root={root}
          value={value ?? undefined}
          label={label}
          onChange={onChange}
          {...(at !== undefined && { at })}
          {...(errors !== undefined && { errors })}
        />
      )}
    </div>
  )
}

/** A control with fields inside it. */
type NestedProps = ControlProps & Pick<SchemaFormProps, 'at' | 'errors'> & { readonly isRequired?: boolean }

/** The control for one value of a schema; `at` and `errors` are for the fields inside it. */
function Control(asked: NestedProps) {
  const { root } = asked
  const schema = plainSchema(asked.schema, root)
  const props = { ...asked, schema }
  const { id, value, label, marks, onChange, at, errors } = props
  switch (fieldKind(schema, root)) {
    case 'choice':
      return <Choice {...props} />
    case 'text':
      return <Text {...props} />
    case 'number':
      return <NumberInput {...props} />
    case 'list':
      return <List {...props} />
    case 'alternatives':
      return <Alternatives {...props} />
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
      // A schema may hold itself behind a reference, so such an object is drawn once a person wants it.
      if (
        value === undefined &&
        ((isReference(asked.schema) && asked.isRequired !== true) || (at ?? '').split('/').length > MOST_LEVELS)
      )
        return (
          <Button size="small" onClick={() => onChange(initialValue(schema, root) ?? {})}>
            <Plus size={13} aria-hidden />
            {t('runDialog.fillIn', { name: label })}
          </Button>
        )
      return (
        <div className={styles.nested}>
          <SchemaForm
            schema={isObject(schema) ? schema : {}}
            root={root}
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
  /** The schema that references start from; this one unless given. */
  readonly root?: JsonSchema
  readonly value: JsonObject
  readonly onChange: (value: JsonObject) => void
  /** Where in the whole form's value this object is, as a JSON Pointer. */
  readonly at?: string
  /** A field's problems, by its JSON Pointer. */
  readonly errors?: Readonly<Record<string, string>>
}

/** One field for each property of an object schema. */
export function SchemaForm({
  schema: written,
  root = written,
  value,
  onChange,
  at = '',
  errors = {},
}: SchemaFormProps) {
  const plain = plainSchema(written, root)
  const schema = isObject(plain) ? plain : {}
  const required = requiredOf(schema)
  return propertiesOf(schema).map(([name, property]) => {
    const path = memberPath(at, name)
    return (
      <Field
        key={name}
        label={fieldTitle(name, property)}
        note={required.has(name) ? undefined : t('runDialog.optional')}
        hint={
          isObject(property) && typeof property.description === 'string' ? exampleText(property.description) : undefined
        }
        error={errors[path]}
      >
        {(id, marks) => (
          <Control
            id={id}
            schema={property}
            root={root}
            value={value[name]}
            label={name}
            marks={marks}
            isRequired={required.has(name)}
            onChange={(member) => onChange(withMember(value, name, member))}
            at={path}
            errors={errors}
          />
        )}
      </Field>
    )
  })
}
