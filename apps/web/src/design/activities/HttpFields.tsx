import { isObject, type Json, type JsonObject } from '@ensemble/core'
import { CheckedField } from '../../platform/ui/CheckedField.tsx'
import { objectAt, textAt } from '../../document/open/use-manifest.ts'
import { Field } from '../../platform/ui/Field.tsx'
import field from '../../platform/ui/field.module.css'
import css from './activities.module.css'
import { Egress } from './ActivityNode.tsx'
import { HeaderRows } from './HeaderRows.tsx'
import { faultOfUrl, jsonOf, METHODS, resultOf, secretsIn } from './http-faults.ts'
import { say } from './say.ts'
import { SecretRow } from './SecretRow.tsx'

interface HttpFieldsProps {
  readonly activity: string
  /** Its entry in ensemble.json. */
  readonly definition: JsonObject
  /** Those that may be reached. */
  readonly hosts: readonly string[]
  /** A member of the definition; undefined takes it out. */
  readonly onSet: (member: string, value: Json | undefined) => void
}

const written = (value: Json | undefined): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
const WITH_BODY = ['POST', 'PUT', 'PATCH']

/** The request of an HTTP Activity, member by member. */
export function HttpFields({ activity, definition, hosts, onSet }: HttpFieldsProps) {
  const method = textAt(definition, 'method') || 'GET'
  const secrets = secretsIn(definition)
  return (
    <div className={css.fields}>
      <CheckedField
        label={say('http.description')}
        hint={say('http.descriptionHint')}
        value={textAt(definition, 'description')}
        faultOf={() => null}
        onChange={(text) => onSet('description', text === '' ? undefined : text)}
      />
      <div className={css.address}>
        <Field label={say('http.method')}>
          {(id) => (
            <select
              id={id}
              className={field.input}
              value={method}
              onChange={(event) => onSet('method', event.currentTarget.value)}
            >
              {METHODS.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          )}
        </Field>
        <CheckedField
          label={say('http.url')}
          hint={say('http.urlHint')}
          isCode
          value={textAt(definition, 'url')}
          faultOf={faultOfUrl}
          onChange={(url) => onSet('url', url)}
        />
      </div>
      <Egress url={textAt(definition, 'url')} hosts={hosts} />
      <HeaderRows
        activity={activity}
        headers={objectAt(definition, 'headers')}
        onChange={(headers) => onSet('headers', Object.keys(headers).length === 0 ? undefined : headers)}
      />
      {secrets.length > 0 && (
        <section className={css.rows} aria-label={say('http.secrets')}>
          <h4>{say('http.secrets')}</h4>
          {secrets.map((secret) => (
            <SecretRow key={secret} name={secret} />
          ))}
        </section>
      )}
      {WITH_BODY.includes(method) && (
        <CheckedField
          label={say('http.body')}
          hint={say('http.bodyHint')}
          isCode
          rows={3}
          value={definition.body === undefined ? '' : JSON.stringify(definition.body, null, 2)}
          faultOf={(text) => (text === '' || jsonOf(text) !== undefined ? null : say('http.badJson'))}
          onChange={(text) => onSet('body', jsonOf(text))}
        />
      )}
      <CheckedField
        label={say('http.result')}
        hint={say('http.resultHint')}
        isCode
        value={isObject(definition.result) ? JSON.stringify(definition.result) : written(definition.result)}
        faultOf={(text) => (resultOf(text) === undefined ? say('http.badResult') : null)}
        onChange={(text) => onSet('result', text === '' ? undefined : resultOf(text))}
      />
      <CheckedField
        label={say('http.timeout')}
        isNumber
        value={written(definition.timeoutMs)}
        placeholder="30000"
        faultOf={(text) => (text === '' || Number(text) > 0 ? null : say('http.badTimeout'))}
        onChange={(text) => onSet('timeoutMs', text === '' ? undefined : Number(text))}
      />
      <label className={field.check}>
        <input
          type="checkbox"
          checked={definition.approval === 'required'}
          onChange={(event) => onSet('approval', event.currentTarget.checked ? 'required' : undefined)}
        />
        {say('http.approval')}
      </label>
      <p className={css.hint}>{say('http.hint')}</p>
    </div>
  )
}
