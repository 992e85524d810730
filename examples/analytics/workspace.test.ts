import { describe, expect, test } from 'vitest'
import { callsOf, createTestWorkspace, field, problemsOf, resultsOf, toolsOf } from '../test-workspace.ts'
import * as analytics from './activities/analytics.ts'

const workspace = createTestWorkspace(import.meta.dirname, [analytics])
const ask = (question: string) => workspace.run('analyst', { question })

describe('the question decides what is done', () => {
  test.each([
    ['what is the revenue by category?', ['sql_select'], 'revenue by category'],
    ['who are our best customers?', ['sql_select'], 'best customers'],
    ['how many orders came from each country', ['sql_select'], 'orders per country'],
    ['draw the revenue by month as a line chart', ['sql_select', 'draw_chart'], 'revenue by month'],
    ['plot the best-selling titles as a bar chart', ['sql_select', 'draw_chart'], 'best-selling titles'],
  ])('“%s” is %j', async (question, tools, query) => {
    const { events, status } = await ask(question)
    expect(problemsOf(events)).toEqual([])
    expect(status).toBe('completed')
    expect(toolsOf(events)).toEqual(tools)
    expect(callsOf(events)[0]?.parameters.query).toContain(query)
  })
  test.each([
    ['which columns does the table order_items have?', 'describe_table', 'order_items'],
    ['check the data quality of customers', 'check_data_quality', 'customers'],
    ['are there duplicates or empty values in orders?', 'check_data_quality', 'orders'],
  ])('“%s” is %s of %s', async (question, tool, table) => {
    const { events } = await ask(question)
    expect(callsOf(events)).toMatchObject([{ tool, parameters: { table } }])
    expect(problemsOf(events)).toEqual([])
  })
})

describe('the work is done on the bundled database', () => {
  test('a query gives rows, and its finding is the answer', async () => {
    const { output, events } = await ask('what is the revenue by category?')
    const rows = field(resultsOf(events)[0], 'rows') as [string, number][] // category, revenue
    expect(rows).toHaveLength(4)
    expect(rows.map(([, revenue]) => revenue)).toEqual(rows.map(([, revenue]) => revenue).toSorted((a, b) => b - a))
    expect(output).toEqual({ summary: field(resultsOf(events)[0], 'summary') })
  })

  test('a chart is an SVG file, drawn from the rows by reference', async () => {
    const { output, events } = await ask('draw the revenue by month as a line chart')
    expect(callsOf(events)[1]?.parameters).toEqual({ rows: '†state.rows', kind: 'line' })
    const svg = new TextDecoder().decode(workspace.bytes(field(output, 'picture')))
    expect(field(field(output, 'picture'), 'type')).toBe('image/svg+xml')
    expect(svg).toMatch(/^<svg [^]*<polyline [^]*<\/svg>$/u)
    expect(svg).toContain('2026-10')
    expect(field(resultsOf(events)[1], 'caption')).toContain('revenue by month')
  })

  test('what is wrong in the data is found, with ids', async () => {
    const check = async (table: string) => field(resultsOf((await ask(`data quality of ${table}`)).events)[0], 'issues')
    expect(await check('customers')).toEqual([
      { column: 'email', issue: 'empty', count: 3, ids: [8, 24, 49] },
      { column: 'email', issue: 'duplicate', count: 2, ids: [13, 32] },
    ])
    expect(await check('orders')).toEqual([
      { column: 'customer_id', issue: 'dangling', count: 2, ids: [89, 302] },
      { column: 'ordered_at', issue: 'future', count: 1, ids: [151] },
    ])
    expect(await check('order_items')).toEqual([{ column: 'quantity', issue: 'negative', count: 2, ids: [41, 501] }])
    expect(await check('products')).toEqual([])
  })
})
