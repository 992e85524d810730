import { readFileSync } from 'node:fs'
import { search, type Article, type Hit } from './desk/knowledge-base.ts'

interface Ticket {
  readonly id: string
  readonly customer: string
  readonly subject: string
  readonly question: string
  readonly status: string
}

const readTickets = (): readonly Ticket[] =>
  JSON.parse(readFileSync(new URL('../data/tickets.json', import.meta.url), 'utf8'))

export const get_ticket = ({ id }: { readonly id: string }): Ticket => {
  const tickets = readTickets()
  const ticket = tickets.find((known) => known.id === id)
  if (ticket === undefined)
    throw new Error(`There is no ticket ${id}; there are ${tickets.map((known) => known.id).join(', ')}.`)
  return ticket
}

export const search_kb = ({
  query,
}: {
  readonly query: string
}): { readonly best: Article | null; readonly hits: readonly Hit[] } => {
  const found = search(query)
  const [first] = found
  return {
    best: first === undefined ? null : { article: first.article, title: first.title, answer: first.answer },
    hits: found.map(({ answer: _, ...hit }) => hit),
  }
}
