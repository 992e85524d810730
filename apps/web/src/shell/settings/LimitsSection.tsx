import type { PriceTable } from '@ensemble/core/model'
import { useEffect, useState } from 'react'
import { readPrices } from '../../platform/api/run-client.ts'
import { language } from '../../platform/i18n/language.ts'
import field from '../../platform/ui/field.module.css'
import { LimitFields } from '../../design/limits/LimitFields.tsx'
import { Part } from './Part.tsx'
import { say } from './say.ts'
import css from './settings.module.css'
import { objectAt, setManifest, useManifest } from '../../document/open/use-manifest.ts'

/** Where runs of this workspace are stopped, and how old the prices are that the cost limit is held by. */
export function LimitsSection() {
  const manifest = useManifest()
  return (
    <Part name="limits" title={say('limits.title')} hint={say('limits.hint')}>
      <LimitFields
        limits={objectAt(manifest, 'limits')}
        onChange={(name, value) => setManifest(['limits', name], value)}
      />
      <label className={field.check}>
        <input
          type="checkbox"
          checked={objectAt(manifest, 'config').allowUnpriced === true}
          onChange={({ currentTarget: { checked } }) => setManifest(['config', 'allowUnpriced'], checked || undefined)}
        />
        {say('limits.allowUnpriced')}
      </label>
      <PricesAge />
    </Part>
  )
}

function PricesAge() {
  const [prices, setPrices] = useState<PriceTable | null>(null)
  useEffect(() => {
    let isCurrent = true
    readPrices().then(
      (found) => {
        if (isCurrent) setPrices(found)
      },
      // Without them the limits can be set anyway.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [])
  if (prices === null) return null
  const { date, builtInDate = date, source = '?' } = prices
  return (
    <p className={css.hint}>
      {say('limits.prices', { date: shown(builtInDate), count: daysSince(builtInDate), source })}
      {prices.builtInDate !== undefined && ` ${say('limits.ownPrices', { date: shown(date), count: daysSince(date) })}`}
    </p>
  )
}

const shown = (date: string): string =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString(language, { dateStyle: 'medium', timeZone: 'UTC' })

const daysSince = (date: string): number => Math.max(0, Math.floor((Date.now() - Date.parse(date)) / 86_400_000))
