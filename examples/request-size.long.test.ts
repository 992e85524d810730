import { type JsonObject, isObject } from '@ensemble/core'
import { expect, test } from 'vitest'
import { createTestWorkspace } from './test-workspace.ts'

/** The composed schemas that the Requests of one song carry, by the address of each Idea that was entered. */
const { events } = await createTestWorkspace(`${import.meta.dirname}/music`, [
  await import('./music/activities/song.ts'),
]).run('producer', { brief: 'a sad ballad about the sea, with waves' })
const schemas = new Map(
  events.flatMap((event) =>
    event.type === 'request.started' ? [[event.data.idea, JSON.stringify(event.data.schema)] as const] : [],
  ),
)

/** Half of the 13,305 bytes that a turn of the Producer took when every result's schema was composed. */
const MOST_BYTES = 6650

test('a turn of the Producer composes no more than half of what it did', () => {
  const schema = schemas.get('idea://producer')
  expect(new TextEncoder().encode(schema).length).toBeLessThanOrEqual(MOST_BYTES)
  expect(schema).toContain('composeSong')
})

test('no turn of the music workspace composes a result that an Activity or a module gives', () => {
  for (const [address, schema] of schemas) {
    const { properties } = JSON.parse(schema) as {
      readonly properties: { readonly calls: { readonly items?: JsonObject } }
    } // composed
    const { items } = properties.calls
    const branches = isObject(items) && Array.isArray(items['anyOf']) ? items['anyOf'] : [items]
    const explicit = branches.filter(
      (branch) => isObject(branch) && !JSON.stringify(branch).includes('"_activity":{"const":""'),
    )
    for (const branch of explicit) expect(Object.keys(Object(branch.properties)), `${address}`).not.toContain('_output')
  }
})
