import field from '../../platform/ui/field.module.css'
import { isBaseUrl } from './AddEndpoint.tsx'
import { CheckedField } from '../../platform/ui/CheckedField.tsx'
import { Part } from './Part.tsx'
import { say } from './say.ts'
import { objectAt, setManifest, textAt, useManifest } from '../../document/open/use-manifest.ts'

/** Where runs go as spans of OpenTelemetry. */
export function OtelSection() {
  const otel = objectAt(useManifest(), 'otel')
  return (
    <Part name="otel" title={say('otel.title')} hint={say('otel.hint')}>
      <CheckedField
        label={say('otel.endpoint')}
        hint={say('otel.endpointHint')}
        isCode
        value={textAt(otel, 'endpoint')}
        placeholder="http://127.0.0.1:4318"
        faultOf={(text) => (text === '' || isBaseUrl(text) ? null : say('otel.bad'))}
        onChange={(text) => setManifest(['otel', 'endpoint'], text === '' ? undefined : text)}
      />
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
