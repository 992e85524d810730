/// <reference lib="webworker" />
import type { LintSeverities, Problem, WorkspaceFiles } from '@ensemble/core'
import { diagnoseIdea, diagnoseTool } from '@ensemble/core/editor'
import { createValidator } from '@ensemble/core/validate'

export interface DiagnoseRequest {
  readonly id: number
  /** The texts as they are being typed. */
  readonly files: WorkspaceFiles
  readonly lint: LintSeverities
  readonly target: { readonly type: 'idea' | 'tool'; readonly name: string }
}
export interface DiagnoseAnswer {
  readonly id: number
  readonly problems: readonly Problem[]
}

const validator = createValidator()

// Compiling a schema makes code, which the page's own policy forbids and this worker's allows.
self.addEventListener('message', ({ data }: MessageEvent<DiagnoseRequest>) => {
  const { id, files, lint, target } = data
  const diagnose = target.type === 'idea' ? diagnoseIdea : diagnoseTool
  // What a strict endpoint would change is no mistake of the text.
  const options = { validator, lint, isDraft: true, portability: false }
  const answer: DiagnoseAnswer = { id, problems: diagnose(files, target.name, options) }
  self.postMessage(answer)
})
