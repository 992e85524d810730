import type { FieldError } from '../../../platform/api/client.ts'
import { isObject, type Json, type JsonObject } from '@ensemble/core'
import { useState } from 'react'
import { JsonInput } from '../../../platform/forms/JsonInput.tsx'
import { fieldKind, placeErrors } from '../../../platform/forms/schema-values.ts'
import { SchemaForm } from '../../../platform/forms/SchemaForm.tsx'
import { t } from '../../../platform/i18n/dialogs.ts'
import { Button } from '../../../platform/ui/Button.tsx'
import css from './CallForm.module.css'

interface CallFormProps {
  readonly label: string
  /** Undefined where the Tool's schema is not known: then the value is edited as JSON. */
  readonly schema: JsonObject | undefined
  readonly value: Json
  readonly onChange: (value: Json) => void
  readonly onValidity: (isValid: boolean) => void
  readonly errors: readonly FieldError[]
}

/** A value by its schema, as a form or as JSON, with what the server refused at the fields it names. */
export function CallForm({ label, schema, value, onChange, onValidity, errors }: CallFormProps) {
  const hasForm = schema !== undefined && fieldKind(schema) === 'object'
  const [wantsJson, setWantsJson] = useState(false)
  const asJson = wantsJson || !hasForm
  const { byField, elsewhere } = placeErrors(asJson ? undefined : schema, errors)
  return (
    <div className={css.form} role="group" aria-label={label}>
      <div className={css.head}>
        <h4>{label}</h4>
        {hasForm && (
          <Button
            size="small"
            look="quiet"
            onClick={() => {
              setWantsJson(!wantsJson)
              onValidity(true)
            }}
          >
            {t(asJson ? 'runDialog.asForm' : 'runDialog.asJson')}
          </Button>
        )}
      </div>
      {asJson ? (
        <JsonInput
          label={label}
          rows={6}
          value={value}
          onChange={(next) => onChange(next ?? null)}
          onValidity={onValidity}
        />
      ) : (
        <SchemaForm schema={schema} value={isObject(value) ? value : {}} onChange={onChange} errors={byField} />
      )}
      {elsewhere.map((message) => (
        <p key={message} role="alert" className={css.error}>
          {message}
        </p>
      ))}
    </div>
  )
}
