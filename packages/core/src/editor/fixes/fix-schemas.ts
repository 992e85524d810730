import type { Json } from '../../schema/json.ts'
import { isStringNode, keyOf, memberOf } from '../../schema/json-document.ts'
import { replaceValue, setMember } from '../../schema/json-edits.ts'
import { importTools } from '../../tool/convert.ts'
import { conversionTitle } from '../../tool/foreign-tool.ts'
import { PLACEHOLDER } from '../../tool/lint-description.ts'
import { isMetaName } from '../../tool/meta-names.ts'
import { type MakeFix, addMeta, afterKeys, propertyOfNode, replaceBy, valueOf } from './fix.ts'
import { titleOf } from './fix-titles.ts'

export const USE_THIS_WHEN = `Use this when ${PLACEHOLDER}`

/** Ends a description with the words a person completes. */
export const appendUse: MakeFix = ({ document, node }) => {
  if (!isStringNode(node) || node.value.trimEnd().endsWith(PLACEHOLDER)) return undefined
  const said = node.value.trim()
  const stop = /[.!?…]$/u.test(said) ? '' : '.'
  return replaceBy(titleOf('sayUse'), document, node, `${said}${stop} ${USE_THIS_WHEN}`)
}

export const requireAll: MakeFix = ({ document, node }) => {
  const properties = memberOf(node, 'properties')?.children ?? []
  const names = properties
    .filter((property) => memberOf(property.children?.[1], 'default') === undefined)
    .map((property) => keyOf(property) ?? '')
    .filter((name) => !isMetaName(name))
  if (names.length === 0) return undefined
  const place = afterKeys(node, ['properties'])
  return { title: titleOf('requireAll'), edits: setMember(document, node, 'required', names, place) }
}

/** Only where the rule found that merging the two schemas would end it. */
export const resolveUpfront: MakeFix = ({ problem, document, node }) =>
  node.type === 'object' && memberOf(node, '$ref') === undefined && problem.message.includes('"_resolve": "upfront"')
    ? addMeta(titleOf('upfront'), document, node, '_resolve', 'upfront')
    : undefined

/** Sets `config.composition.explicitOutput` of the Idea, whichever parts of that path are there. */
export const omitOutputs: MakeFix = ({ document }) => {
  const { root } = document
  if (root?.type !== 'object') return undefined
  const title = titleOf('omitOutputs')
  const config = memberOf(root, 'config')
  const composition = memberOf(config, 'composition')
  if (composition?.type === 'object')
    return { title, edits: setMember(document, composition, 'explicitOutput', 'omit') }
  const value = { explicitOutput: 'omit' }
  if (config?.type === 'object') return { title, edits: setMember(document, config, 'composition', value) }
  const place = afterKeys(root, ['$schema', 'title', 'description'])
  return { title, edits: setMember(document, root, 'config', { composition: value }, place) }
}

export const askForApproval: MakeFix = ({ document, node }) =>
  addMeta(titleOf('approval'), document, node, '_approval', 'required')
/** Gives each of two bounds the other's number. */
export const swapBounds: MakeFix = ({ problem, document, node }) => {
  const [, lower, upper] = /^(\w+) \S+ is above (\w+)/u.exec(problem.message) ?? []
  const other = upper === undefined ? undefined : memberOf(propertyOfNode(node)?.parent, upper)
  if (lower === undefined || upper === undefined || other === undefined) return undefined
  // Both are numbers, says the rule.
  const edits = [
    ...replaceValue(document, node, other.value as Json),
    ...replaceValue(document, other, node.value as Json),
  ]
  return { title: titleOf('swap', { lower, upper }), edits }
}

/** Puts the Tool in the place of the envelope that another program writes around it. */
export const convertForeign: MakeFix = ({ document, node }) => {
  const value = valueOf(document, node)
  const title = conversionTitle(value)
  const [tool] = title === undefined ? [] : importTools(JSON.stringify(value)).tools
  return title === undefined || tool === undefined ? undefined : replaceBy(title, document, node, tool.schema)
}
