/** English texts of runs, traces and results. */
export const run = {
  dock: { empty: 'Run an Idea to see its trace here.' },
  runs: { title: 'Runs' },
} as const
