import { run as text } from '../i18n/en/run.ts'

/** The explorer's list of Runs, newest first. */
export default function RunsSection() {
  return <section aria-label={text.runs.title} />
}
