import { toast } from 'sonner'
import { ApiError } from '../api/client.ts'

interface Choice {
  readonly label: string
  run(): void
}

/** The one place where something that happened is told: what, where, and what to do. */
export const notify = {
  info: (title: string, description?: string): void => void toast(title, { description }),
  error(title: string, description?: string, choice?: Choice): void {
    toast.error(title, {
      description,
      duration: 8000,
      ...(choice === undefined ? {} : { action: { label: choice.label, onClick: choice.run } }),
    })
  },
  /** A refusal of the server, in its own words. */
  refusal(error: unknown, title?: string): void {
    if (error instanceof ApiError) this.error(title ?? error.title, error.detail)
    else this.error(title ?? String(error), title === undefined ? undefined : String(error))
  },
}
