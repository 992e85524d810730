import { Counter, Gauge, Registry, collectDefaultMetrics } from 'prom-client'
import type { WorkspaceJournal } from '../engine/workspace-journal.ts'
import type { RunTotals } from './run-totals.ts'

export interface MetricsSource {
  readonly version: string
  readonly journal: Pick<WorkspaceJournal, 'unfinished' | 'size'>
  readonly totals: () => RunTotals
}

export interface MetricsPage {
  readonly type: string
  readonly text: () => Promise<string>
}

/** Unfinished runs are always listed by status, also those that are zero: a missing series starts no alert. */
const UNFINISHED = ['queued', 'running', 'waiting'] as const

/** The numbers of a workspace in the format of Prometheus, with those of the process: memory, CPU, event loop lag. */
export const createMetricsPage = ({ version, journal, totals }: MetricsSource): MetricsPage => {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const sums = (
    name: string,
    help: string,
    label: string,
    of: (all: RunTotals) => ReadonlyMap<string, number>,
  ): void => {
    new Counter({
      name,
      help,
      labelNames: [label],
      registers,
      collect() {
        this.reset()
        for (const [key, sum] of of(totals())) this.inc({ [label]: key }, sum)
      },
    })
  }
  const sum = (name: string, help: string, of: (all: RunTotals) => number): void => {
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(of(totals()))
      },
    })
  }

  new Gauge({ name: 'ensemble_info', help: 'Version of Ensemble.', labelNames: ['version'], registers }).set(
    { version },
    1,
  )
  new Gauge({
    name: 'ensemble_runs',
    help: 'Runs that have not ended.',
    labelNames: ['status'],
    registers,
    async collect() {
      const runs = await journal.unfinished()
      for (const status of UNFINISHED) this.set({ status }, runs.filter((run) => run.status === status).length)
    },
  })
  new Gauge({
    name: 'ensemble_recorded_runs',
    help: 'Recorded runs, ended or not.',
    registers,
    async collect() {
      this.set((await journal.size()).runs)
    },
  })
  new Gauge({
    name: 'ensemble_database_bytes',
    help: 'Size of the database.',
    registers,
    async collect() {
      this.set((await journal.size()).journal)
    },
  })
  sums('ensemble_runs_ended_total', 'Runs that ended since the start.', 'status', ({ ended }) => ended)
  sums('ensemble_run_errors_total', 'Runs that failed since the start.', 'code', ({ errors }) => errors)
  sum('ensemble_model_requests_total', 'Requests to models since the start.', ({ requests }) => requests)
  sum('ensemble_calls_total', 'Calls of Tools since the start.', ({ calls }) => calls)
  sums('ensemble_tokens_total', 'Tokens since the start.', 'kind', ({ tokens }) => tokens)
  sums('ensemble_cost_total', 'Cost since the start, where the price is known.', 'currency', ({ cost }) => cost)
  return { type: registry.contentType, text: () => registry.metrics() }
}
