import { TextInput } from '../inspector/TextInput.tsx'
import { Field } from '../ui/Field.tsx'
import field from '../ui/field.module.css'
import { notify } from '../ui/notify.ts'
import { isBaseUrl } from './AddEndpoint.tsx'
import { Part } from './Part.tsx'
import { say } from './say.ts'
import { objectAt, setManifest, textAt, useManifest } from './use-manifest.ts'

/** Where runs go as spans of OpenTelemetry. */
export function OtelSection() {
  const otel = objectAt(useManifest(), 'otel')
  const setEndpoint = (value: string): void => {
    if (value === '') setManifest(['otel', 'endpoint'], undefined)
    else if (isBaseUrl(value)) setManifest(['otel', 'endpoint'], value)
    else notify.error(say('otel.bad'))
  }
  return (
    <Part name="otel" title={say('otel.title')} hint={say('otel.hint')}>
      <Field label={say('otel.endpoint')} hint={say('otel.endpointHint')}>
        {(id) => (
          <TextInput
            id={id}
            isCode
            commit="leaving"
            value={textAt(otel, 'endpoint')}
            placeholder="http://127.0.0.1:4318"
            onChange={setEndpoint}
          />
        )}
      </Field>
      <label className={field.check}>
        <input
          type="checkbox"
          checked={otel.content === true}
          onChange={({ currentTarget: { checked } }) => setManifest(['otel', 'content'], checked || undefined)}
        />
        {say('otel.content')}
      </label>
    </Part>
  )
}
