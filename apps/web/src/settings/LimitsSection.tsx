import { LimitFields } from './LimitFields.tsx'
import { Part } from './Part.tsx'
import { say } from './say.ts'
import { objectAt, setManifest, useManifest } from '../stores/use-manifest.ts'

/** Where runs of this workspace are stopped. */
export function LimitsSection() {
  const limits = objectAt(useManifest(), 'limits')
  return (
    <Part name="limits" title={say('limits.title')} hint={say('limits.hint')}>
      <LimitFields limits={limits} onChange={(name, value) => setManifest(['limits', name], value)} />
    </Part>
  )
}
