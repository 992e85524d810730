import { readFileSync } from 'node:fs'

interface Line {
  readonly item: string
  readonly quantity: number
  readonly price: number
  readonly total: number
}
interface Invoice {
  readonly id: string
  readonly supplier: string
  readonly order: string | null
  readonly lines: readonly Line[]
  readonly tax: number
  readonly total: number
}
interface Finding {
  readonly where: string
  readonly problem: string
  readonly amount: number
}
interface Audit {
  readonly correct: number
  readonly findings: readonly Finding[]
}
type Orders = Readonly<Record<string, Readonly<Record<string, { readonly quantity: number; readonly price: number }>>>>

const readData = <T>(file: string): T => JSON.parse(readFileSync(new URL(`../data/${file}`, import.meta.url), 'utf8'))

const TAX = 0.2
/** Differences up to this much are paid. */
const TRIFLE = 1

const cents = (amount: number): number => Math.round(amount * 100) / 100

export const get_invoice = ({ id }: { readonly id: string }): Invoice => {
  const invoices = readData<readonly Invoice[]>('invoices.json')
  const found = invoices.find((invoice) => invoice.id === id)
  if (found === undefined)
    throw new Error(`There is no invoice ${id}; there are ${invoices.map((known) => known.id).join(', ')}.`)
  return found
}

const lineFindings = (
  { item, quantity, price, total }: Line,
  ordered: Orders[string] | undefined,
): readonly Finding[] => {
  const due = cents(quantity * price)
  const sums =
    due === total ? [] : [{ where: item, problem: `${total} is asked for ${due}.`, amount: cents(total - due) }]
  if (ordered === undefined) return sums
  const wanted = Object.hasOwn(ordered, item) ? ordered[item] : undefined
  if (wanted === undefined) return [...sums, { where: item, problem: 'It was not ordered.', amount: due }]
  const more = quantity - wanted.quantity
  const count =
    more === 0
      ? []
      : [
          {
            where: item,
            problem: `${quantity} are invoiced, ${wanted.quantity} were ordered.`,
            amount: cents(more * price),
          },
        ]
  return [...sums, ...count]
}

export const compare_invoice = ({ invoice }: { readonly invoice: Invoice }): Audit => {
  const orders = readData<Orders>('orders.json')
  const ordered = invoice.order === null ? undefined : orders[invoice.order]
  const missing =
    ordered === undefined
      ? [{ where: 'order', problem: `No order is known for ${invoice.id}.`, amount: invoice.total }]
      : []
  const findings = [...missing, ...invoice.lines.flatMap((line) => lineFindings(line, ordered))]
  const net = invoice.lines.reduce((sum, { item, quantity, price }) => {
    const most = ordered?.[item]?.quantity ?? (ordered === undefined ? quantity : 0)
    return sum + Math.min(quantity, most) * price
  }, 0)
  return { correct: cents(net * (1 + TAX)), findings }
}

export const apply_rules = ({
  invoice,
  audit: { correct, findings },
}: {
  readonly invoice: Invoice
  readonly audit: Audit
}): {
  readonly supplier: string
  readonly verdict: 'pay' | 'ask'
  readonly amount: number
  readonly reasons: readonly string[]
} => {
  const isTrifle = findings.every(({ amount }) => Math.abs(amount) <= TRIFLE)
  const reasons = findings.map(({ where, problem }) => `${where}: ${problem}`)
  const { supplier, total } = invoice
  if (!isTrifle) return { supplier, verdict: 'ask', amount: correct, reasons }
  return { supplier, verdict: 'pay', amount: total, reasons: reasons.length === 0 ? ['Everything agrees.'] : reasons }
}
