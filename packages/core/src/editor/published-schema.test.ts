import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../schema/json.ts'
import { createValidator } from '../schema/validate.ts'
import { checkConfig } from '../idea/check-config.ts'
import { CONFIG_SCHEMA } from './config-schema.ts'
import { ENSEMBLE_SCHEMA } from './ensemble-schema.ts'
import { PUBLISHED_SCHEMAS } from './published-files.ts'
import { IDEA_SCHEMA, TOOL_SCHEMA } from './published-schema.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const validator = createValidator()
const read = (file: string): Json => JSON.parse(readFileSync(file, 'utf8')) as Json // JSON.parse gives JSON
const workspaces = readdirSync(join(ROOT, 'examples')).filter((name) =>
  existsSync(join(ROOT, 'examples', name, 'ensemble.json')),
)
const issuesOf = (schema: JsonObject, value: Json) => {
  const verdict = validator.check(schema, value)
  return verdict.ok ? [] : verdict.issues
}

describe('the published schemas', () => {
  it.each(Object.entries(PUBLISHED_SCHEMAS))(
    '%s is as the core writes it (`npm run docs` writes it again)',
    (name, schema) => {
      const file = join(ROOT, 'docs/schemas', name)
      const text = `${JSON.stringify(schema, null, 2)}\n`
      if (process.env['UPDATE_SCHEMAS'] !== undefined) writeFileSync(file, text)
      expect(readFileSync(file, 'utf8')).toBe(text)
      expect(validator.checkSchema(schema)).toEqual({ ok: true })
      expect(schema['$id']).toBe(`urn:ensemble:schema:${name.split('.')[0]}:1`)
    },
  )

  it('fit every file of the examples', () => {
    for (const workspace of workspaces) {
      const folder = join(ROOT, 'examples', workspace)
      expect(issuesOf(ENSEMBLE_SCHEMA, read(join(folder, 'ensemble.json')))).toEqual([])
      for (const file of readdirSync(join(folder, 'ideas'))) {
        expect([file, issuesOf(IDEA_SCHEMA, read(join(folder, 'ideas', file)))]).toEqual([file, []])
      }
      const tools = join(folder, 'tools')
      for (const file of existsSync(tools) ? readdirSync(tools) : []) {
        expect([file, issuesOf(TOOL_SCHEMA, read(join(folder, 'tools', file)))]).toEqual([file, []])
      }
    }
    expect(workspaces).toContain('music')
  })

  it('refuse what the protocol refuses', () => {
    const tool = (schema: Json): Json => ({ context: [{ type: 'tool', tool: { a: schema } }] })
    expect(issuesOf(IDEA_SCHEMA, {})).not.toEqual([])
    expect(issuesOf(IDEA_SCHEMA, { context: [{ type: 'txt' }] })).not.toEqual([])
    expect(issuesOf(IDEA_SCHEMA, tool({ type: 'object', properties: { _modul: {} } }))).not.toEqual([])
    expect(issuesOf(IDEA_SCHEMA, tool({ type: 'object', properties: { a: { type: 'strin' } } }))).not.toEqual([])
    expect(issuesOf(ENSEMBLE_SCHEMA, { version: 1, lint: { 'lint.noRequired': 'loud' } })).not.toEqual([])
  })

  it('know the settings that the core knows, and no other', () => {
    const examples = (schema: JsonObject): Json => {
      if (schema['type'] !== 'object')
        return (
          schema['default'] ?? (schema['enum'] as Json[] | undefined)?.[0] ?? (schema['type'] === 'number' ? 1 : 'x')
        ) // the table's own
      return Object.fromEntries(
        Object.entries(schema['properties'] as JsonObject).map(([name, one]) => [name, examples(one as JsonObject)]), // written as objects
      )
    }
    const all = examples(CONFIG_SCHEMA)
    expect(checkConfig(all)).toEqual([])
    expect(issuesOf(CONFIG_SCHEMA, all)).toEqual([])
    expect(Object.keys(CONFIG_SCHEMA['properties'] as JsonObject)).toHaveLength(13) // likewise
  })
})
