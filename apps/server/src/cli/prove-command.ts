import { EnsembleError, createIdeaSource } from '@ensemble/core'
import { type EdgeProof, leadsToModule, proveEdge } from '../prove/prove-edge.ts'
import { findWorkspace, readSettings } from '../main.ts'
import type { Flags } from '../settings/settings.ts'
import { type Annotation, annotate } from './annotations.ts'
import type { Client } from './client.ts'
import { type CheckedCase, toJUnit } from './junit.ts'
import { print } from './own-output.ts'
import { many } from './plural.ts'
import { printable, printableLine } from './printable.ts'
import { sourceRootOf } from './sarif.ts'
import { withClient } from './with-client.ts'
import { writeOut } from './write-out.ts'

interface ProveFlags extends Flags {
  /** Edges by id or a part of it; all edges if empty. */
  readonly edges: readonly string[]
  readonly json?: boolean
  /** The file of a JUnit report. */
  readonly junit?: string
  /** Prints failures as annotations of GitHub Actions. */
  readonly annotate?: boolean
}

const textsOf = async (client: Client, path: '/api/ideas' | '/api/tools'): Promise<ReadonlyMap<string, string>> => {
  const listed = await client.call('GET', path, { query: { texts: 'all', problems: 'none' } })
  return new Map(listed.flatMap(({ name, text }) => (text === undefined ? [] : [[name, text] as const])))
}

const isProven = ({ leaked, missing, failure }: EdgeProof): boolean =>
  leaked.length === 0 && missing.length === 0 && failure === undefined

const verdictOf = ({ imports, leaked, missing, failure }: EdgeProof): string => {
  if (leaked.length > 0) return `LEAKS ${leaked.join(', ')}`
  if (failure !== undefined) return `not proven: ${failure}`
  if (missing.length > 0) return `missing imports: ${missing.join(', ')}`
  return imports.length === 0 ? 'nothing passes' : `only ${imports.join(', ')} passes`
}

const annotationOf = (from: string, proof: EdgeProof): Annotation => ({
  severity: 'error',
  file: `ideas/${from}.json`,
  title: 'ensemble prove',
  message: `${proof.edge}: ${verdictOf(proof)}`,
})

/** Proves for each edge that its module sees what the edge imports and nothing else. Resolves to 1 if one does not hold. */
export const proveCommand = async (flags: ProveFlags): Promise<number> =>
  withClient(flags, async (client) => {
    const { edges } = await client.call('GET', '/api/graph')
    const all = edges.filter(leadsToModule)
    const unknown = flags.edges.filter((named) => !all.some(({ id }) => id.includes(named)))
    if (unknown.length > 0)
      throw new EnsembleError(
        'usage',
        `No edge is called ${printableLine(unknown.join(', '))}. ${all.length === 0 ? 'No Tool of this workspace delegates.' : `There are ${all.map(({ id }) => id).join(', ')}.`}`,
      )
    const wanted =
      flags.edges.length === 0 ? all : all.filter(({ id }) => flags.edges.some((named) => id.includes(named)))
    const [ideas, tools] = await Promise.all([textsOf(client, '/api/ideas'), textsOf(client, '/api/tools')])
    const source = createIdeaSource({ ideas, tools, activities: [] })
    let failed = 0
    const cases: CheckedCase[] = []
    const annotations: Annotation[] = []
    for (const edge of wanted) {
      const proof = await proveEdge(source, edge)
      if (!isProven(proof)) {
        failed++
        annotations.push(annotationOf(edge.from, proof))
      }
      cases.push({ name: proof.edge, ...(!isProven(proof) && { failure: verdictOf(proof) }) })
      const line = `${isProven(proof) ? 'ok  ' : 'FAIL'}  ${printableLine(proof.edge)}  ${printable(verdictOf(proof))}`
      print(flags.json === true ? JSON.stringify({ ...proof, proven: isProven(proof) }) : line)
    }
    if (flags.junit !== undefined) await writeOut(flags.junit, toJUnit('ensemble prove', cases))
    if (flags.annotate === true) {
      const { root } = await findWorkspace(readSettings(flags))
      annotate(annotations, (await sourceRootOf(root)).prefix)
    }
    if (all.length === 0) console.error('ensemble: Nothing was proven: no Tool of this workspace delegates to an Idea.')
    if (flags.json !== true) print(`${many(wanted.length, 'edge')}, ${failed} not proven`)
    return failed === 0 ? 0 : 1
  })
