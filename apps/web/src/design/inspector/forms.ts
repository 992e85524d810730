/** The inspector's forms, in a chunk of their own that loads when the first thing is selected. */
export { IdeaForm } from './IdeaForm.tsx'
export { ToolForm } from './ToolForm.tsx'
