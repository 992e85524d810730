import type { Severity } from '@ensemble/core/tool'
import { print } from './own-output.ts'
import type { Place } from './problem-place.ts'
import { printable } from './printable.ts'

/** A remark on a line of a file, as code hosts show it in a change. */
export interface Annotation {
  readonly severity: Severity
  /** Relative to the repository, with slashes. */
  readonly file: string
  readonly place?: Place | undefined
  readonly title: string
  readonly message: string
}

const LEVELS: { readonly [S in Severity]: string } = { error: 'error', warning: 'warning', info: 'notice' }

const inData = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const inProperty = (text: string): string => inData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** A line that GitHub's runner reads as an annotation: `::error file=F,line=1,col=1,title=T::message`. */
export const toAnnotation = ({ severity, file, place, title, message }: Annotation): string => {
  const { line = 1, column = 1, endLine = line } = place ?? {}
  const at = `file=${inProperty(file)},line=${line},endLine=${endLine},col=${column},title=${inProperty(title)}`
  return `::${LEVELS[severity]} ${at}::${inData(printable(message))}`
}

/** Prints annotations; the paths are those of the workspace, `prefix` is where it is in the repository. */
export const annotate = (annotations: readonly Annotation[], prefix: string): void => {
  for (const each of annotations)
    print(toAnnotation({ ...each, file: prefix === '' ? each.file : `${prefix}/${each.file}` }))
}
