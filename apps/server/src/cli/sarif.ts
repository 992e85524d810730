import { realpath } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Severity } from '@ensemble/core/tool'
import { hasOwn } from '@ensemble/core/host'
import { PROBLEM_CODES } from '@ensemble/core/editor'
import { codes } from '../../../../docs/errors/codes.mjs'
import { errorUri } from '../http/error-uri.ts'
import { askGit } from '../workspace/ask-git.ts'
import type { PlacedProblem } from './problem-place.ts'

const LEVELS: { readonly [S in Severity]: string } = { error: 'error', warning: 'warning', info: 'note' }

/** The base of a report's paths: code hosts use the repository's root. */
export interface SourceRoot {
  /** Absolute. */
  readonly root: string
  /** The workspace's path below it, with slashes; empty if both are the same. */
  readonly prefix: string
}

/** The repository that holds the workspace; the workspace itself without one, or without git. */
export const sourceRootOf = async (workspace: string): Promise<SourceRoot> => {
  const real = await realpath(workspace)
  const top = (await askGit(real, ['rev-parse', '--show-toplevel']))?.trim()
  if (top === undefined || top === '') return { root: real, prefix: '' }
  const root = await realpath(top)
  return { root, prefix: relative(root, real).split(sep).join('/') }
}

/** A rule with the code host's text for it: the meaning and the remedy. */
const toRule = (id: string): Record<string, unknown> => {
  const { means, remedy } = hasOwn(codes, id) ? (codes[id] ?? {}) : {}
  const short = hasOwn(PROBLEM_CODES, id) ? PROBLEM_CODES[id as keyof typeof PROBLEM_CODES] : means
  // The name under which the API answers with it: the project has no pages on the web to link to.
  const helpUri = errorUri(id)
  if (means === undefined && short === undefined) return { id, helpUri }
  const text = [means ?? short, ...(remedy === undefined ? [] : [`What to do: ${remedy}`])].join('\n\n')
  return {
    id,
    shortDescription: { text: short ?? means },
    fullDescription: { text: means ?? short },
    helpUri,
    help: { text: `${text}\n\nensemble explain ${id} prints this in a terminal.`, markdown: text },
  }
}

const uriOf = (prefix: string, file: string): string =>
  [...(prefix === '' ? [] : prefix.split('/')), ...file.split('/')].map(encodeURIComponent).join('/')

/** The report that code hosts read (SARIF 2.1.0). */
export const toSarif = (
  found: readonly PlacedProblem[],
  version: string,
  { root, prefix }: SourceRoot,
): Record<string, unknown> => ({
  $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
  version: '2.1.0',
  runs: [
    {
      tool: {
        driver: {
          name: 'ensemble',
          version,
          rules: [...new Set(found.map(({ problem }) => problem.code))].toSorted().map(toRule),
        },
      },
      columnKind: 'utf16CodeUnits',
      originalUriBaseIds: { '%SRCROOT%': { uri: `${pathToFileURL(root).href}/` } },
      results: found.map(({ problem: { code, severity, message, file }, place }) => ({
        ruleId: code,
        level: LEVELS[severity],
        message: { text: message },
        locations: [
          {
            physicalLocation: {
              // Code hosts drop a result without a place.
              artifactLocation: { uri: uriOf(prefix, file ?? 'ensemble.json'), uriBaseId: '%SRCROOT%' },
              ...(place !== undefined && {
                region: {
                  startLine: place.line,
                  startColumn: place.column,
                  endLine: place.endLine,
                  endColumn: place.endColumn,
                },
              }),
            },
          },
        ],
      })),
    },
  ],
})
