/** The inspector's forms, in their own chunk that loads with the first selection. */
export { IdeaForm } from './IdeaForm.tsx'
export { ToolForm } from './ToolForm.tsx'
