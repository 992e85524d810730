import { Field } from '../../platform/ui/Field.tsx'
import field from '../../platform/ui/field.module.css'
import { CheckedField } from '../../platform/ui/CheckedField.tsx'
import { NumberField } from '../../design/limits/NumberField.tsx'
import { Part } from './Part.tsx'
import { say } from './say.ts'
import css from './settings.module.css'
import { numberAt, objectAt, setManifest, textAt, useManifest } from '../../document/open/use-manifest.ts'

/** As the server reads one, above zero, and with few enough digits that its milliseconds are a safe integer. */
const isDuration = (text: string): boolean =>
  /^P(?=.)(\d{1,7}W)?(\d{1,7}D)?(T(?=.)(\d{1,7}H)?(\d{1,9}M)?(\d{1,9}S)?)?$/.test(text) && /[1-9]/.test(text)

/** How long runs are kept, how long an approval waits, and what a missing Activity means. */
export function RunsSection() {
  const manifest = useManifest()
  const retention = objectAt(manifest, 'retention')
  const approvals = objectAt(manifest, 'approvals')
  const expire = numberAt(approvals, 'expireAfter')?.toString() ?? textAt(approvals, 'expireAfter')
  return (
    <Part name="runs" title={say('runs.title')}>
      <div className={css.grid}>
        <NumberField
          label={say('runs.days')}
          value={numberAt(retention, 'days')}
          placeholder={say('runs.all')}
          isWhole={false}
          onChange={(value) => setManifest(['retention', 'days'], value)}
        />
        <NumberField
          label={say('runs.newest')}
          value={numberAt(retention, 'runs')}
          placeholder={say('runs.all')}
          isWhole
          onChange={(value) => setManifest(['retention', 'runs'], value)}
        />
        <CheckedField
          label={say('runs.expire')}
          hint={say('runs.expireHint')}
          value={expire}
          placeholder={say('runs.never')}
          faultOf={(text) => (text === '' || isDuration(text) ? null : say('runs.badDuration'))}
          onChange={(text) => setManifest(['approvals', 'expireAfter'], text === '' ? undefined : text)}
        />
        <Field label={say('runs.missing')}>
          {(id) => (
            <select
              id={id}
              className={field.input}
              value={textAt(objectAt(manifest, 'activities'), 'missing') || 'latent'}
              onChange={({ currentTarget: { value } }) => setManifest(['activities', 'missing'], value)}
            >
              <option value="latent">{say('runs.latent')}</option>
              <option value="error">{say('runs.error')}</option>
            </select>
          )}
        </Field>
      </div>
    </Part>
  )
}
