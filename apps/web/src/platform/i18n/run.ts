import { en } from './en/index.ts'
import { result } from './en/result.ts'
import { run } from './en/run.ts'
import { createTexts } from './index.ts'

/** The page's texts with those of Runs, their traces and results, which load with what shows them. */
export const t = createTexts({ ...en, run, result })
