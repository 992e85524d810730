/** How fast the simulated model answers. */
export interface SimulatedOptions {
  /** 1 = as fast as a person can follow (the default), 0 = no delays. */
  readonly pace?: number
  /** Resolves after `ms`; rejects when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}
