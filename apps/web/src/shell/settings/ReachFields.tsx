import { isObject, type Json, type JsonObject } from '@ensemble/core'
import { objectAt, setManifest, useManifest } from '../../document/open/use-manifest.ts'
import { CheckedField } from '../../platform/ui/CheckedField.tsx'
import { Field } from '../../platform/ui/Field.tsx'
import field from '../../platform/ui/field.module.css'
import { FallbackFields } from './FallbackFields.tsx'
import { say } from './say.ts'
import css from './settings.module.css'

const LINE = /^([^:\s]+)\s*:\s*(.*\S)\s*$/

/** One `name: value` a line. */
export const linesOf = (texts: Readonly<Record<string, unknown>>): string =>
  Object.entries(texts)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\n')

/** Undefined if a line is not `name: value`. */
export const textsOf = (lines: string): Readonly<Record<string, string>> | undefined => {
  const found = lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => LINE.exec(line))
  return found.every((match) => match !== null)
    ? Object.fromEntries(found.map(([, name = '', value = '']) => [name, value]))
    : undefined
}

const objectOf = (text: string): JsonObject | undefined => {
  if (text.trim() === '') return {}
  try {
    const value = JSON.parse(text) as Json // whatever it is
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The headers, parameters and body members that an endpoint wants along with its address and key. */
export function ReachFields({ name }: { readonly name: string }) {
  const endpoint = objectAt(objectAt(useManifest(), 'endpoints'), name)
  const body = objectAt(endpoint, 'body')
  const set = (member: string, value: JsonObject | undefined): void =>
    setManifest(['endpoints', name, member], value !== undefined && Object.keys(value).length > 0 ? value : undefined)
  return (
    <details className={css.reach}>
      <summary>{say('reach.title')}</summary>
      <FallbackFields name={name} />
      <CheckedField
        label={say('reach.ca')}
        isCode
        value={typeof endpoint.ca === 'string' ? endpoint.ca : ''}
        placeholder={say('reach.caExample')}
        faultOf={(text) =>
          text.trim() === '' || String(endpoint.baseUrl).startsWith('https:') ? null : say('reach.caWithoutHttps')
        }
        onChange={(text) => setManifest(['endpoints', name, 'ca'], text.trim() === '' ? undefined : text.trim())}
      />
      <p className={css.hint}>{say('reach.hint')}</p>
      <Field label={say('reach.api')}>
        {(id) => (
          <select
            id={id}
            className={field.input}
            value={typeof endpoint.api === 'string' ? endpoint.api : ''}
            onChange={({ currentTarget: { value } }) =>
              setManifest(['endpoints', name, 'api'], value === '' ? undefined : value)
            }
          >
            <option value="">{say('reach.apiByTest')}</option>
            <option value="chat">Chat Completions</option>
            <option value="responses">Responses</option>
          </select>
        )}
      </Field>
      {(['headers', 'query'] as const).map((member) => (
        <CheckedField
          key={member}
          label={say(`reach.${member}`)}
          isCode
          rows={2}
          value={linesOf(objectAt(endpoint, member))}
          placeholder={say(`reach.${member}Example`)}
          faultOf={(text) => (textsOf(text) === undefined ? say('reach.badLine') : null)}
          onChange={(text) => set(member, textsOf(text))}
        />
      ))}
      <CheckedField
        label={say('reach.body')}
        isCode
        rows={2}
        value={Object.keys(body).length === 0 ? '' : JSON.stringify(body, null, 2)}
        placeholder={say('reach.bodyExample')}
        faultOf={(text) => (objectOf(text) === undefined ? say('reach.badBody') : null)}
        onChange={(text) => set('body', objectOf(text))}
      />
    </details>
  )
}
