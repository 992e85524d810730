import { describe, expect, test } from 'vitest'
import { createTestWorkspace, problemsOf, toolsOf } from '../test-workspace.ts'
import * as invoices from './activities/invoices.ts'

const workspace = createTestWorkspace(import.meta.dirname, [invoices])

describe('an invoice is audited and decided on', () => {
  test.each([
    ['INV-2040', 'pay', 48, ['Everything agrees.']],
    ['INV-2041', 'ask', 114, ['Bookends: 12 are invoiced, 10 were ordered.', 'Shelf labels: 35 is asked for 30.']],
    ['INV-2042', 'pay', 192, ['Everything agrees.']],
    ['INV-2043', 'ask', 22.8, ['order: No order is known for INV-2043.']],
  ])('%s: %s %d', async (id, verdict, amount, reasons) => {
    const { output, events, status } = await workspace.run('clerk', { id })
    expect(problemsOf(events)).toEqual([])
    expect(status).toBe('completed')
    expect(output).toMatchObject({ verdict, amount, reasons })
    expect(new Set(toolsOf(events))).toEqual(
      new Set(['get_invoice', 'audit_invoice', 'decide_payment', 'compare_invoice', 'apply_rules']),
    )
  })

  test('an invoice that does not exist is reported, and nothing is decided', async () => {
    const { output } = await workspace.run('clerk', { id: 'INV-9999' })
    expect(output).toMatchObject({ verdict: null, note: expect.stringContaining('There is no invoice INV-9999') })
  })
})
