import { pathToFileURL } from 'node:url'
import type { Severity } from '@ensemble/core'
import type { PlacedProblem } from './problem-place.ts'

const LEVELS: { readonly [S in Severity]: string } = { error: 'error', warning: 'warning', info: 'note' }

/** The report that code hosts read (SARIF 2.1.0); `root` is the folder its addresses are relative to. */
export const toSarif = (found: readonly PlacedProblem[], version: string, root: string): Record<string, unknown> => ({
  $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
  version: '2.1.0',
  runs: [
    {
      tool: {
        driver: {
          name: 'ensemble',
          version,
          rules: [...new Set(found.map(({ problem }) => problem.code))].toSorted().map((id) => ({ id })),
        },
      },
      columnKind: 'utf16CodeUnits',
      originalUriBaseIds: { WORKSPACE: { uri: `${pathToFileURL(root).href}/` } },
      results: found.map(({ problem: { code, severity, message, file }, place }) => ({
        ruleId: code,
        level: LEVELS[severity],
        message: { text: message },
        locations:
          file === undefined
            ? []
            : [
                {
                  physicalLocation: {
                    artifactLocation: {
                      uri: file.split('/').map(encodeURIComponent).join('/'),
                      uriBaseId: 'WORKSPACE',
                    },
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
