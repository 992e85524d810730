import type { ImportedIdea } from '@ensemble/core/snippets'
import { ideaFile } from '../../document/texts/files.ts'
import type { Files } from '../../document/edits/intents.ts'
import { say } from './say.ts'
import styles from './transfer.module.css'

interface FoundIdeasProps {
  readonly ideas: readonly ImportedIdea[]
  readonly files: Files
  /** Files that a person left out. */
  readonly left: ReadonlySet<string>
  onToggle(file: string, isTaken: boolean): void
}

/** Agents of a pasted text: each becomes the file of an Idea, and no existing one is overwritten. */
export function FoundIdeas({ ideas, files, left, onToggle }: FoundIdeasProps) {
  return (
    <section aria-label={say('importDialog.ideas')}>
      <span className={styles.note}>{say('importDialog.ideas')}</span>
      <ul className={styles.found}>
        {ideas.map(({ name, idea }) => {
          const file = ideaFile(name)
          const isThere = files.has(file)
          return (
            <li key={file}>
              <label className={styles.tool}>
                <input
                  type="checkbox"
                  checked={!isThere && !left.has(file)}
                  disabled={isThere}
                  onChange={({ currentTarget }) => onToggle(file, currentTarget.checked)}
                />
                <code>{file}</code>
                <span className={styles.note}>
                  {String(idea['title'])} · {say('importDialog.ideaTools', { count: toolCount(idea) })}
                  {isThere && ` (${say('importDialog.ideaTaken')})`}
                </span>
              </label>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const toolCount = ({ context }: ImportedIdea['idea']): number =>
  (Array.isArray(context) ? context : []).reduce((count: number, message: unknown) => {
    const tools = typeof message === 'object' && message !== null && 'tool' in message ? message.tool : undefined
    return count + (typeof tools === 'object' && tools !== null ? Object.keys(tools).length : 0)
  }, 0)
