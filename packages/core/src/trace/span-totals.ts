import { History } from './history.ts'
import { addUsage, NO_USAGE, type SpanUsage } from './span.ts'
import { parentOf } from '../journal/parent-of.ts'

/** The usage of Requests at and below each span, by model and then by span. */
export type SpanTotals = Map<string, Map<string, History<SpanUsage>>>

/** Adds what a Request took to itself and to everything around it. */
export const charge = (totals: SpanTotals, request: string, model: string, seq: number, usage: SpanUsage): void => {
  let ofModel = totals.get(model)
  if (ofModel === undefined) totals.set(model, (ofModel = new Map()))
  for (let id: string | null = request; id !== null; id = parentOf(id)) {
    let history = ofModel.get(id)
    if (history === undefined) ofModel.set(id, (history = new History()))
    history.set(seq, addUsage(history.latest ?? NO_USAGE, usage))
  }
}

/** The usage at and below a span by event `seq`, by model. */
export const totalsAt = (
  totals: SpanTotals,
  span: string,
  seq: number,
): readonly { readonly model: string; readonly usage: SpanUsage }[] =>
  [...totals].flatMap(([model, ofModel]) => {
    const usage = ofModel.get(span)?.at(seq)
    return usage === undefined ? [] : [{ model, usage }]
  })
