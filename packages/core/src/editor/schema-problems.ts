import type { JsonSchema, Pointer } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'
import { findSchemaIssues } from '../schema/check-schema.ts'
import { findSlips } from '../schema/find-slips.ts'
import type { Validator } from '../schema/validator.ts'
import { withoutAt, withoutFaults } from '../schema/without-faults.ts'
import type { LintCode } from '../tool/lint-finding.ts'
import { META_FIELD_SPELLINGS, resultFieldOf } from '../tool/meta-names.ts'
import { portabilityOf } from '../tool/portability.ts'
import type { Finding } from '../tool/lint-finding.ts'
import type { Tool } from '../tool/tool.ts'

/** A file's schema, its place, and its name in sentences. */
export interface PlacedSchema {
  readonly schema: JsonSchema
  readonly path: Pointer
  readonly subject: string
  readonly tool?: string
  /** Whether a provider gets it and may enforce it. */
  readonly isSent: boolean
  /** Whether meta fields belong to it, at its root. */
  readonly hasMeta?: boolean
}

/** The validator of schemas, and how far they are judged. */
interface Judging {
  readonly validator: Validator | undefined
  readonly portability: boolean
  /** Wrong keywords of theirs are reported elsewhere. */
  readonly isReported?: boolean
}

/** Faults of schemas beyond their shape, and the effects of strict mode: all of them, also where one hides another from a run. */
export const schemaFindings = (
  placed: readonly PlacedSchema[],
  { validator, portability, isReported = false }: Judging,
): readonly Finding[] =>
  placed.flatMap((one) => {
    const slips = findSlips(one.schema, { validator, ...(one.hasMeta === true && { isMeta: isMetaField }) })
    const lost = slips.flatMap(({ kind, path }) => (kind === 'ref' ? [path] : []))
    const known = slips.flatMap(({ kind, path }) => (kind === 'pattern' ? [path] : []))
    if (isReported) known.push(...findSchemaIssues(one.schema).map(({ path }) => path))
    const found: readonly Finding[] = [
      ...slips.map(({ kind, path, message }): Finding => ({
        code: `schema.${kind}` satisfies LintCode,
        path,
        message,
      })),
      ...(validator === undefined
        ? []
        : compileFindings({ ...one, schema: withoutAt(one.schema, ...lost) }, validator)
      ).filter(({ path }) => !known.includes(path)),
      ...(portability && one.isSent && lost.length === 0 ? portabilityOf(one.schema, one.subject) : []),
    ]
    return found.map((finding) => ({
      ...finding,
      path: one.path + finding.path,
      ...(one.tool !== undefined && { tool: one.tool }),
    }))
  })

const isMetaField = (key: string): boolean => META_FIELD_SPELLINGS.includes(key)

const compileFindings = ({ schema, subject }: PlacedSchema, validator: Validator): readonly Finding[] =>
  withoutFaults(schema, validator).issues.map(({ path, message }) => ({
    code: 'schema.compile',
    path,
    message: `${subject} cannot be compiled: ${message}.`,
  }))

/** The schemas of a Tool by themselves, with pointers into its file's or entry's value. */
export const schemasOfTool = (tool: Tool, path: Pointer): readonly PlacedSchema[] => {
  const { name, parameters, output, approval, source } = tool
  const written = writtenPath(source, resultFieldOf(source))
  const rule = writtenPath(source, '_approval')
  const when = approval?.type === 'when' ? approval.schema : undefined
  return [
    { schema: parameters, path, subject: `The parameters of ${name}`, tool: name, isSent: true, hasMeta: true },
    ...(output === undefined
      ? []
      : [{ schema: output, path: path + written, subject: `The result of ${name}`, tool: name, isSent: true }]),
    ...(when === undefined
      ? []
      : [
          {
            schema: when,
            path: path + whenPath(source, rule),
            subject: `The condition of ${name}`,
            tool: name,
            isSent: false,
          },
        ]),
  ]
}

const writtenPath = (source: Tool['source'], field: string): Pointer =>
  isObject(source.properties) && source.properties[field] !== undefined ? `/properties/${field}` : `/${field}`

const whenPath = (source: Tool['source'], rule: Pointer): Pointer => {
  const properties = isObject(source.properties) ? source.properties : {}
  const written = rule.startsWith('/properties') ? properties['_approval'] : source['_approval']
  return isObject(written) && isObject(written.const) ? `${rule}/const/when` : `${rule}/when`
}
