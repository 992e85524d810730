import { createEnsemble, type Ensemble } from 'ensemble'

// Next.js loads a module again after an edit; the workspace stays open in the process.
const kept = globalThis as { ensemble?: Promise<Ensemble> }

export const openEnsemble = (): Promise<Ensemble> =>
  (kept.ensemble ??= createEnsemble({ workspace: process.env['WORKSPACE'] ?? 'workspace' }))
