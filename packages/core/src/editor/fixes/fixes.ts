import type { JsonDocument } from '../../schema/json-document.ts'
import { isStringNode, memberOf, nodeAt } from '../../schema/json-document.ts'
import { insertMember, setMember } from '../../schema/json-edits.ts'
import { nearestName } from '../../schema/nearest-name.ts'
import { PLACEHOLDER } from '../../tool/lint-description.ts'
import type { Problem } from '../../tool/problem.ts'
import {
  type Fix,
  type FixNames,
  type MakeFix,
  afterKeys,
  removeWith,
  replaceBy,
  setDescription,
  suggested,
} from './fix.ts'
import {
  moveToRoot,
  refixActivity,
  refixAddress,
  refixImport,
  renameSuggested,
  renameTool,
  replaceSuggested,
} from './fix-names.ts'
import {
  USE_THIS_WHEN,
  appendUse,
  askForApproval,
  convertForeign,
  omitOutputs,
  requireAll,
  resolveUpfront,
  swapBounds,
} from './fix-schemas.ts'
import { BY_RANGE } from './fix-text.ts'
import { titleOf } from './fix-titles.ts'

/** The one-click fix of a problem; undefined if only a person can decide. */
export const fixOf = (problem: Problem, document: JsonDocument, names: FixNames): Problem['fix'] => {
  const atRange = BY_RANGE[problem.code]
  const made = atRange ? atRange(problem, document) : fixAtNode(problem, document, names)
  if (made === undefined || made.edits.length === 0 || problem.file === undefined) return undefined
  const { file } = problem
  return { title: made.title, edits: made.edits.map((edit) => ({ file, ...edit })) }
}

const fixAtNode = (problem: Problem, document: JsonDocument, names: FixNames): Fix | undefined => {
  const node = nodeAt(document.root, problem.path)
  return node && FIXES[problem.code]?.({ problem, document, names, node })
}

const FIXES: { readonly [code: string]: MakeFix | undefined } = {
  'tool.name': renameTool,
  'tool.unknownField': renameSuggested,
  'idea.unknownField': renameSuggested,
  'schema.unknownKeyword': renameSuggested,
  'tool.nameMismatch': ({ problem, document, node }) => {
    const value = memberOf(node, 'const') ?? node
    return problem.tool === undefined
      ? undefined
      : replaceBy(titleOf('change', { name: problem.tool }), document, value, problem.tool)
  },
  'tool.metaConflict': ({ document, node }) => removeWith(titleOf('removeThis'), document, node),
  'tool.notObject': ({ problem, document, node }) =>
    problem.path.endsWith('/type')
      ? replaceBy(titleOf('change', { name: 'object' }), document, node, 'object')
      : undefined,
  'tool.foreign': convertForeign,
  'tool.unresolved': ({ document, node, names }) => {
    const reference = memberOf(node, '$ref') ?? node
    const nearest = isStringNode(reference)
      ? nearestName(reference.value.replace('tool://', ''), names.tools)
      : undefined
    return nearest === undefined
      ? undefined
      : replaceBy(titleOf('change', { name: `tool://${nearest}` }), document, reference, `tool://${nearest}`)
  },
  'tool.schema': replaceSuggested(),
  'idea.messageType': replaceSuggested(),
  'idea.shape': ({ document, node, problem }) =>
    problem.path === '' && node.type === 'object'
      ? { title: titleOf('addContext'), edits: insertMember(document, node, 'context', []) }
      : undefined,
  'idea.descriptionMissing': (input) => setDescription(input, PLACEHOLDER, titleOf('addDescription')),
  'module.unresolved': refixAddress,
  'module.outside': refixAddress,
  'activity.missing': refixActivity,
  'schema.ref': replaceSuggested(),
  'schema.requiredUndeclared': ({ problem, document, node }) => {
    const name = suggested(problem)
    if (name !== undefined) return replaceBy(titleOf('change', { name }), document, node, name)
    return removeWith(titleOf('unrequire'), document, node)
  },
  'schema.valueInvalid': ({ problem, document, node }) =>
    /\/(?:default|examples\/\d+)$/u.test(problem.path) ? removeWith(titleOf('removeValue'), document, node) : undefined,
  'schema.valueRepeated': ({ document, node }) => removeWith(titleOf('removeValue'), document, node),
  'schema.contradiction': swapBounds,
  'schema.metaMisplaced': moveToRoot,
  'lint.descriptionMissing': (input) => setDescription(input, USE_THIS_WHEN, titleOf('addDescription')),
  'lint.descriptionVague': appendUse,
  'lint.descriptionUnrelated': appendUse,
  'lint.parameterUndocumented': (input) => setDescription(input, PLACEHOLDER, titleOf('addDescription')),
  'lint.nestedUndocumented': (input) => setDescription(input, PLACEHOLDER, titleOf('addDescription')),
  'lint.noRequired': requireAll,
  'lint.requiredMayBeEmpty': ({ document, node }) => ({
    title: titleOf('minLength'),
    edits: setMember(document, node, 'minLength', 1, afterKeys(node, ['type'])),
  }),
  'lint.approvalMissing': askForApproval,
  'lint.importUnknown': refixImport,
  'lint.inputBridged': resolveUpfront,
  'lint.outputComposed': omitOutputs,
  'lint.temperatureWithTools': ({ document, node }) =>
    removeWith(titleOf('remove', { name: 'temperature' }), document, node),
  'lint.exampleUnknownTool': ({ problem }) => {
    const name = suggested(problem)
    const [offset, length] = problem.range ?? [0, 0]
    return name === undefined
      ? undefined
      : { title: titleOf('change', { name }), edits: [{ offset, length, text: name }] }
  },
}
