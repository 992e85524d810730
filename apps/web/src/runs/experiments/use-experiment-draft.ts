import { isObject, type Json, type JsonObject } from '@ensemble/core'
import { ideaName } from '@ensemble/core/trace'
import { useEffect, useState } from 'react'
import type { ExperimentStart, ShownExperiment } from '../../platform/api/experiment-client.ts'
import { listRuns } from '../../platform/api/run-client.ts'
import { notify } from '../../platform/session/notify.ts'
import { focusedNode, sessionStore } from '../../platform/session/session.ts'
import { keepDraft, readDraft } from '../../platform/ui/drafts.ts'
import { readIdea, startInput } from './page-idea.ts'
import { say } from './say.ts'
import { fromVariant, letterOf, parseInputs, toVariant, type VariantDraft } from './variant-draft.ts'

const RECENT = 20

const linesOf = (inputs: readonly Json[]): string => inputs.map((input) => JSON.stringify(input)).join('\n')

/** The Idea that is selected on the canvas, else the first. */
const usualIdea = (names: readonly string[]): string => {
  const focused = focusedNode(sessionStore.getState())?.replace(/^idea:/, '')
  return names.find((name) => name === focused) ?? names[0] ?? ''
}

/** The objects of a list; the server refuses those that are not expectations. */
const listOf = (expect: Json): readonly JsonObject[] => (Array.isArray(expect) ? expect.filter(isObject) : [])

/** An unchanged prompt is the running Idea's. */
const follow = (draft: VariantDraft, idea: string): VariantDraft =>
  draft.differs.kind === 'prompt' && draft.differs.message < 0
    ? { ...draft, differs: { ...draft.differs, idea } }
    : draft

/** A typed, unstarted experiment; `variants` and `text` are the form's. */
interface Typed {
  readonly idea: string
  readonly title: string
  readonly text: string
  readonly variants: readonly VariantDraft[]
  readonly repeats: number
  /** As typed; empty without one. */
  readonly budget: string
  readonly expect: Json
}

function typedBefore(name: string, ideas: readonly string[]): Typed | null {
  const draft = readDraft(name)
  if (!isObject(draft) || !ideas.some((idea) => idea === draft['idea'])) return null
  return draft as unknown as Typed // written by this form, into this window
}

function beginning(template: ShownExperiment | null, ideas: readonly string[]): Typed {
  const idea = template === null ? usualIdea(ideas) : ideaName(template.idea)
  return {
    idea,
    title: template?.title ?? '',
    text: linesOf(template?.inputs ?? [startInput(idea)]),
    variants: template?.variants.map((variant) => fromVariant(variant, readIdea)) ?? [
      { name: say('form.asItIs'), differs: { kind: 'none' } },
      { name: letterOf(1), differs: { kind: 'prompt', idea, message: -1, text: '' } },
    ],
    repeats: template?.repeats ?? 1,
    budget: template?.budget === undefined ? '' : String(template.budget),
    expect: (template?.expect ?? []) as unknown as Json, // as the server has it
  }
}

/**
 * An experiment being written, from `template` or the selected Idea. Drafts stay in this window until started or
 * dropped.
 */
export function useExperimentDraft(template: ShownExperiment | null, ideas: readonly string[]) {
  const name = template === null ? 'experiment' : `experiment/${template.id}`
  const [began] = useState(() => beginning(template, ideas))
  const [first] = useState(() => typedBefore(name, ideas) ?? began)
  const [idea, setIdea] = useState(first.idea)
  const [title, setTitle] = useState(first.title)
  const [text, setText] = useState(first.text)
  const [variants, setVariants] = useState(first.variants)
  const [repeats, setRepeats] = useState(first.repeats)
  const [budget, setBudget] = useState(first.budget)
  const [expect, setExpect] = useState<Json>(first.expect)
  useEffect(() => {
    const typed = { idea, title, text, variants, repeats, budget, expect }
    const isTouched = JSON.stringify(typed) !== JSON.stringify(began)
    keepDraft(name, isTouched ? (typed as unknown as Json) : null) // texts, numbers and records of them
  }, [name, began, idea, title, text, variants, repeats, budget, expect])

  const parsed = parseInputs(text)
  const inputs = parsed.ok ? parsed.inputs : []
  const fault = parsed.ok
    ? inputs.length === 0
      ? say('form.noInputs')
      : null
    : say('form.fault', { line: parsed.line, reason: parsed.reason })

  return {
    idea,
    title,
    text,
    variants,
    repeats,
    budget,
    setBudget,
    expect,
    setExpect,
    inputs,
    fault,
    /** All lines of the inputs can be read. */
    canRead: parsed.ok,
    forget: (): void => keepDraft(name, null),
    setTitle,
    setText,
    setVariants,
    setRepeats: (wanted: number): void => setRepeats(Math.min(20, Math.max(1, Math.trunc(wanted) || 1))),
    chooseIdea(next: string): void {
      // Untouched inputs follow the Idea.
      if (text === linesOf([startInput(idea)])) setText(linesOf([startInput(next)]))
      setVariants(variants.map((draft) => follow(draft, next)))
      setIdea(next)
    },
    /** Adds the inputs of the Idea's last Runs, each once. */
    async addRuns(): Promise<void> {
      try {
        const { items } = await listRuns(RECENT, { idea })
        const known = new Set(inputs.map((input) => JSON.stringify(input)))
        const more = items.map(({ input }) => input).filter((input) => !known.has(JSON.stringify(input)))
        const distinct = [...new Map(more.map((input) => [JSON.stringify(input), input])).values()]
        setText(linesOf([...inputs, ...distinct]))
      } catch (error) {
        notify.refusal(error)
      }
    },
    /** The request to the server. */
    asked: (): ExperimentStart => ({
      title: title.trim(),
      idea,
      inputs,
      repeats,
      ...(Number(budget) > 0 && { budget: Number(budget) }),
      ...(listOf(expect).length > 0 && { expect: listOf(expect) }),
      variants: variants.map((draft) => toVariant(draft, readIdea)),
    }),
  }
}
