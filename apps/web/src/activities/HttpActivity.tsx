import { isObject, type Json, type JsonObject } from '@ensemble/core'
import { useState } from 'react'
import { tryRequest, type Tried } from '../api/activity-client.ts'
import { CheckedInput } from '../settings/CheckedInput.tsx'
import { listAt, objectAt, setManifest, textAt, useManifest } from '../settings/use-manifest.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import field from '../ui/field.module.css'
import { notify } from '../ui/notify.ts'
import css from './activities.module.css'
import { Egress } from './ActivityNode.tsx'
import { HeaderRows } from './HeaderRows.tsx'
import { faultOfUrl, jsonOf, METHODS, resultOf, secretsIn } from './http-faults.ts'
import { sampleOfRequest, useSampleCall } from './sample-call.ts'
import { say } from './say.ts'
import { SecretRow } from './SecretRow.tsx'
import { TryCode, callOf } from './TryCode.tsx'

interface HttpActivityProps {
  readonly name: string
  readonly onDeleted: () => void
}

const written = (value: Json | undefined): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
const WITH_BODY = ['POST', 'PUT', 'PATCH']

/** One Activity that is a request: what ensemble.json says of it, field by field, and a try. */
export function HttpActivity({ name, onDeleted }: HttpActivityProps) {
  const manifest = useManifest()
  const definition = objectAt(objectAt(objectAt(manifest, 'activities'), 'http'), name)
  const sample = useSampleCall(name, () => sampleOfRequest(definition))
  const [typed, setCall] = useState<string | null>(null)
  const call = typed ?? sample
  const [tried, setTried] = useState<Tried | null>(null)
  const [isRunning, setRunning] = useState(false)
  const [isSure, setSure] = useState(false)
  const set = (member: string, value: Json | undefined): void =>
    setManifest(['activities', 'http', name, member], value)
  const method = textAt(definition, 'method') || 'GET'
  const secrets = secretsIn(definition)

  const send = async (asked: JsonObject): Promise<void> => {
    setRunning(true)
    try {
      setTried(await tryRequest(definition, asked))
    } catch (error) {
      notify.refusal(error)
    } finally {
      setRunning(false)
    }
  }
  const tryIt = (): void => {
    const asked = callOf(call)
    if (asked !== null && !isRunning) void send(asked)
  }
  const allow = (host: string): void => {
    setManifest(['egress', 'hosts'], [...listAt(objectAt(manifest, 'egress'), 'hosts'), host])
    setTried(null)
  }

  return (
    <div className={css.work}>
      <div className={css.form}>
        <div className={css.tools}>
          <h3>{name}</h3>
          <span className={css.hint}>{say('http.kept')}</span>
          <span className={css.grow} />
          <Button
            size="small"
            look={isSure ? 'danger' : 'quiet'}
            onBlur={() => setSure(false)}
            onClick={() => {
              if (!isSure) return setSure(true)
              setManifest(['activities', 'http', name], undefined)
              onDeleted()
            }}
          >
            {say(isSure ? 'deleteSure' : 'delete')}
          </Button>
        </div>
        <div className={css.fields}>
          <Field label={say('http.description')} hint={say('http.descriptionHint')}>
            {(id) => (
              <CheckedInput
                id={id}
                value={textAt(definition, 'description')}
                faultOf={() => null}
                onChange={(text) => set('description', text === '' ? undefined : text)}
              />
            )}
          </Field>
          <div className={css.address}>
            <Field label={say('http.method')}>
              {(id) => (
                <select
                  id={id}
                  className={field.input}
                  value={method}
                  onChange={(event) => set('method', event.currentTarget.value)}
                >
                  {METHODS.map((one) => (
                    <option key={one}>{one}</option>
                  ))}
                </select>
              )}
            </Field>
            <Field label={say('http.url')} hint={say('http.urlHint')}>
              {(id) => (
                <CheckedInput
                  id={id}
                  isCode
                  value={textAt(definition, 'url')}
                  faultOf={faultOfUrl}
                  onChange={(url) => set('url', url)}
                />
              )}
            </Field>
          </div>
          <Egress url={textAt(definition, 'url')} hosts={listAt(objectAt(manifest, 'egress'), 'hosts')} />
          <HeaderRows
            activity={name}
            headers={objectAt(definition, 'headers')}
            onChange={(headers) => set('headers', Object.keys(headers).length === 0 ? undefined : headers)}
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
            <Field label={say('http.body')} hint={say('http.bodyHint')}>
              {(id) => (
                <CheckedInput
                  id={id}
                  isCode
                  rows={3}
                  value={definition.body === undefined ? '' : JSON.stringify(definition.body, null, 2)}
                  faultOf={(text) => (text === '' || jsonOf(text) !== undefined ? null : say('http.badJson'))}
                  onChange={(text) => set('body', jsonOf(text))}
                />
              )}
            </Field>
          )}
          <Field label={say('http.result')} hint={say('http.resultHint')}>
            {(id) => (
              <CheckedInput
                id={id}
                isCode
                value={isObject(definition.result) ? JSON.stringify(definition.result) : written(definition.result)}
                faultOf={(text) => (resultOf(text) === undefined ? say('http.badResult') : null)}
                onChange={(text) => set('result', text === '' ? undefined : resultOf(text))}
              />
            )}
          </Field>
          <Field label={say('http.timeout')}>
            {(id) => (
              <CheckedInput
                id={id}
                isNumber
                value={written(definition.timeoutMs)}
                placeholder="30000"
                faultOf={(text) => (text === '' || Number(text) > 0 ? null : say('http.badTimeout'))}
                onChange={(text) => set('timeoutMs', text === '' ? undefined : Number(text))}
              />
            )}
          </Field>
          <label className={field.check}>
            <input
              type="checkbox"
              checked={definition.approval === 'required'}
              onChange={(event) => set('approval', event.currentTarget.checked ? 'required' : undefined)}
            />
            {say('http.approval')}
          </label>
          <p className={css.hint}>{say('http.hint')}</p>
        </div>
      </div>
      <TryCode call={call} onCall={setCall} tried={tried} isRunning={isRunning} onTry={tryIt} onAllow={allow} />
    </div>
  )
}
