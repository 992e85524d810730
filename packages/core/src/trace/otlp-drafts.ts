import { parentOf } from '../journal/parent-of.ts'
import { nano, toAttributes, type Attributes, type OtlpEvent, type OtlpSpan } from './otlp-types.ts'

/** A span of an export while its events are read. */
export interface OtlpDraft {
  readonly id: string
  readonly parent: string | undefined
  readonly name: string
  readonly kind: OtlpSpan['kind']
  readonly start: number
  end: number | undefined
  attributes: Attributes
  readonly events: OtlpEvent[]
  links: OtlpSpan['links']
  status: OtlpSpan['status']
}

interface Opened {
  readonly parent: string | undefined
  readonly name: string
  readonly kind: OtlpSpan['kind']
  readonly at: number
}

/** A module that a Call entered has its own span within the Call's. */
export const moduleOf = (span: string): string => `${span}#module`

/** The spans of an export by their paths, in the order in which they began. */
export class OtlpDrafts {
  readonly #drafts = new Map<string, OtlpDraft>()

  all(): Iterable<OtlpDraft> {
    return this.#drafts.values()
  }

  /** The span of that path, begun now if it is new. */
  open(id: string, { parent, name, kind, at }: Opened): OtlpDraft {
    const known = this.#drafts.get(id)
    if (known !== undefined) return known
    const draft: OtlpDraft = {
      id,
      parent,
      name,
      kind,
      start: at,
      end: undefined,
      attributes: {},
      events: [],
      links: [],
      status: {},
    }
    this.#drafts.set(id, draft)
    return draft
  }

  /** A span's parent: within an entered module, Requests belong to the module. */
  enclosing(span: string): string {
    const parent = parentOf(span) ?? ''
    return this.#drafts.has(moduleOf(parent)) ? moduleOf(parent) : parent
  }

  note(id: string, attributes: Attributes): void {
    const draft = this.#drafts.get(id)
    if (draft !== undefined) draft.attributes = { ...draft.attributes, ...attributes }
  }

  happen(id: string, at: number, name: string, attributes: Attributes): void {
    this.#drafts.get(id)?.events.push({ timeUnixNano: nano(at), name, attributes: toAttributes(attributes) })
  }

  end(id: string, at: number, error?: { readonly code: string; readonly message: string }): void {
    const draft = this.#drafts.get(id)
    if (draft === undefined) return
    draft.end = at
    if (error === undefined) return
    draft.status = { code: 2, message: error.message }
    this.note(id, { 'error.type': error.code })
  }

  /** Another attempt takes back that a Call has failed. */
  reopen(id: string): void {
    const draft = this.#drafts.get(id)
    if (draft === undefined) return
    draft.end = undefined
    draft.status = {}
  }
}
