// Every door of the server that takes a schema, with a value that goes with it.
import { ideaOf, toolOf } from './corpus.mjs'

/** @typedef {import('./corpus.mjs').Hostile} Hostile */
/** @typedef {readonly [door: string, open: (hostile: Hostile) => Promise<number>]} Door resolves to a status */

/** @param {import('./server.mjs').Server} server @returns {readonly Door[]} */
export const createDoors = (server) => {
  /** @param {string} method @param {string} path @param {unknown} [body] */
  const ask = (method, path, body) => server.ask(method, path, body, method === 'PUT' ? { 'if-none-match': '*' } : {})

  let names = 0
  /** A name that is new in each round, so that nothing is remembered from the one before. */
  const newName = () => `hostile${names++}`

  return [
    [
      'check (POST /api/check)',
      async (one) => (await ask('POST', '/api/check', { tool: toolOf(one), calls: [{ value: one.value }] })).status,
    ],
    ['lint (POST /api/validate)', async (one) => (await ask('POST', '/api/validate', { idea: ideaOf(one) })).status],
    [
      'saving a Tool (PUT /api/tools)',
      async (one) => (await ask('PUT', `/api/tools/${newName()}`, toolOf(one))).status,
    ],
    [
      'saving, readiness and graph of an Idea',
      async (one) => {
        const name = newName()
        const saved = await ask('PUT', `/api/ideas/${name}`, ideaOf(one))
        await ask('GET', `/api/ideas/${name}/readiness`)
        await ask('GET', '/api/graph')
        await ask('DELETE', `/api/ideas/${name}`)
        await ask('DELETE', `/api/drafts/ideas/${name}.json`)
        return saved.status
      },
    ],
    [
      'composing, not strict',
      async (one) => (await ask('POST', '/api/compose', { idea: ideaOf(one), strict: false })).status,
    ],
    [
      'composing, strict',
      async (one) => (await ask('POST', '/api/compose', { idea: ideaOf(one), strict: true })).status,
    ],
    [
      'composing, tools wire',
      async (one) => (await ask('POST', '/api/compose', { idea: ideaOf(one), wire: 'tools' })).status,
    ],
    [
      'a run with such a Tool',
      async (one) => {
        const trial = { name: 'judge', tool: toolOf(one), call: { value: one.value }, idea: 'composer' }
        const { status, text } = await ask('POST', '/api/trials', trial)
        if (status === 202) await server.ended(JSON.parse(text).id)
        return status
      },
    ],
    [
      'a run of such an Idea',
      async (one) => {
        const name = newName()
        await ask('PUT', `/api/ideas/${name}`, ideaOf(one))
        const { status, text } = await ask('POST', '/api/runs', { idea: name })
        if (status === 202) await server.ended(JSON.parse(text).id)
        await ask('DELETE', `/api/ideas/${name}`)
        return status
      },
    ],
  ]
}
