import { run as text } from '../i18n/en/run.ts'

/** The bottom dock: timeline, tree, messages, state, problems and result of the open Run. */
export default function Dock() {
  return <section aria-label="Trace">{text.dock.empty}</section>
}
