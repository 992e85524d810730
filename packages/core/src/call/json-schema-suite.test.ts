import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createValidator } from '../schema/validate.ts'
import {
  DIALECTS,
  type Dialect,
  reasonOf,
  scoreAsParameters,
  scoreOfValidator,
  type SuiteFailure,
  type SuiteGroup,
  type SuiteScore,
} from './json-schema-suite.ts'

interface Suite extends Readonly<Record<Dialect, readonly SuiteGroup[]>> {
  readonly source: string
}
// Read as text: an import would lose the property `__proto__` that some tests are about.
const file = new URL('../../fixtures/json-schema-suite-tests.json', import.meta.url)
const suite = JSON.parse(readFileSync(file, 'utf8')) as Suite // the shape it was written in

const NAMES: Readonly<Record<Dialect, string>> = { 'draft2020-12': '2020-12', draft7: 'draft-07' }
const scores = DIALECTS.map((dialect) => ({
  dialect,
  parameters: scoreAsParameters(suite[dialect], dialect, createValidator()),
  validator: scoreOfValidator(suite[dialect], dialect, createValidator()),
}))

test('the official JSON Schema Test Suite passes as the parameters of Calls, but for the cases that are named', () => {
  expect(scores.map(({ dialect, parameters: { passed, total } }) => [dialect, passed, total])).toEqual([
    ['draft2020-12', 1140, 1176],
    ['draft7', 846, 861],
  ])
  expect(scores.map(({ dialect, validator: { passed, total } }) => [dialect, passed, total])).toEqual([
    ['draft2020-12', 1153, 1176],
    ['draft7', 850, 861],
  ])
})

test('every case that fails has a reason', () => {
  const failures = scores.flatMap(({ parameters, validator }) => [...parameters.failures, ...validator.failures])
  expect(failures.filter((failure) => reasonOf(failure) === undefined)).toEqual([])
})

test('the published page equals the current results; `npm run docs` writes it', async () => {
  await expect(page()).toMatchFileSnapshot('../../../../docs/json-schema-suite.md')
})

const percent = ({ passed, total }: SuiteScore): string => `${((100 * passed) / total).toFixed(1)} %`

function page(): string {
  const rows = scores.map(
    ({ dialect, parameters, validator }) =>
      `| ${NAMES[dialect]} | ${parameters.passed} of ${parameters.total} (${percent(parameters)}) | ${validator.passed} of ${validator.total} (${percent(validator)}) |`,
  )
  return `# The official JSON Schema Test Suite

\`npm run docs\` generates this page, and \`packages/core/src/call/json-schema-suite.test.ts\` checks it. The tests come from
${suite.source}.

**As parameters**: each schema is the one required parameter of a Tool, each value the text of a Call, judged by the code of
\`POST /api/check\` and of every Run. **Validator alone**: the unchanged schema, without the protocol's additions.

| dialect | as parameters | validator alone |
| --- | --- | --- |
${rows.join('\n')}

Every failing case is listed under its reason: \`refused\` if the suite allows the value, \`accepted\` if it refuses it.

${scores.map(({ dialect, parameters }) => `## ${NAMES[dialect]}, as parameters\n\n${reasons(parameters.failures)}`).join('\n\n')}

${scores.map(({ dialect, validator }) => `## ${NAMES[dialect]}, validator alone\n\n${reasons(validator.failures)}`).join('\n\n')}
`
}

const reasons = (failures: readonly SuiteFailure[]): string => {
  const byReason = new Map<string | undefined, SuiteFailure[]>()
  for (const failure of failures) byReason.set(reasonOf(failure), [...(byReason.get(reasonOf(failure)) ?? []), failure])
  return [...byReason]
    .map(
      ([reason, ones]) =>
        `${reason}\n\n${ones.map(({ file: name, group, test: title, expected }) => `- \`${name}\`: ${plain(group)}: ${plain(title)} (${expected ? 'refused' : 'accepted'})`).join('\n')}`,
    )
    .join('\n\n')
}
/** Nothing in a title is markup. */
const plain = (text: string): string => `\`${text.replaceAll('`', "'")}\``
