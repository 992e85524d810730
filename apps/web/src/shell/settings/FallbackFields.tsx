import type { JsonObject } from '@ensemble/core'
import { numberFault } from '../../design/limits/NumberField.tsx'
import { objectAt, setManifest, useManifest } from '../../document/open/use-manifest.ts'
import { CheckedField } from '../../platform/ui/CheckedField.tsx'
import { say } from './say.ts'

const LIMITS = ['requestsPerMinute', 'tokensPerMinute'] as const

/** A fault at the first name that names no endpoint of the workspace. */
const faultOf = (names: readonly string[], endpoints: JsonObject): string | null => {
  const wrong = names.find((name) => {
    const [endpoint = '', model = ''] = name.split('/')
    return model === '' || !Object.hasOwn(endpoints, endpoint)
  })
  return wrong === undefined ? null : say('reach.badFallback', { name: wrong })
}

const namesIn = (lines: string): readonly string[] =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The models that are asked if this endpoint can't answer, and what it takes in a minute. */
export function FallbackFields({ name }: { readonly name: string }) {
  const endpoints = objectAt(useManifest(), 'endpoints')
  const { fallback } = objectAt(endpoints, name)
  const limits = objectAt(objectAt(endpoints, name), 'limits')
  const setLimit = (limit: string, most: number | undefined): void => {
    const others = Object.entries(limits).filter(([other]) => other !== limit)
    const next = Object.fromEntries(most === undefined ? others : [...others, [limit, most]])
    setManifest(['endpoints', name, 'limits'], Object.keys(next).length === 0 ? undefined : next)
  }
  return (
    <>
      <CheckedField
        label={say('reach.fallback')}
        isCode
        rows={2}
        value={Array.isArray(fallback) ? fallback.join('\n') : ''}
        placeholder={say('reach.fallbackExample')}
        faultOf={(text) => faultOf(namesIn(text), endpoints)}
        onChange={(text) => {
          const names = namesIn(text)
          setManifest(['endpoints', name, 'fallback'], names.length === 0 ? undefined : names)
        }}
      />
      {LIMITS.map((limit) => (
        <CheckedField
          key={limit}
          label={say(`reach.${limit}`)}
          isNumber
          value={typeof limits[limit] === 'number' ? String(limits[limit]) : ''}
          placeholder={say('reach.noLimit')}
          faultOf={(text) => (text === '' ? null : numberFault(text, true))}
          onChange={(text) => setLimit(limit, text === '' ? undefined : Number(text))}
        />
      ))}
    </>
  )
}
