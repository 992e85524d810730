import { Copy, FileCode } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '../../platform/ui/Button.tsx'
import { notify } from '../../platform/session/notify.ts'
import { CodeLines } from './CodeLines.tsx'
import type { EditedTool } from './part.ts'
import { readObject } from './read-json.ts'
import { say } from './say.ts'
import styles from './tab.module.css'
import { writeStub } from './tool-client.ts'
import { useAnswer } from './use-answer.ts'

/** The TypeScript of the Tool's Activity: to copy, or as a stub in the workspace. */
export function TypesTab({ tool, text }: { readonly tool: EditedTool; readonly text: string }) {
  const { name } = tool
  const asked = useMemo(() => ({ name, text }), [name, text])
  const { answer } = useAnswer('types', asked)
  const lines = useMemo(
    () =>
      (answer?.types ?? '')
        .trimEnd()
        .split('\n')
        .map((line) => ({ text: line })),
    [answer],
  )
  const [said, setSaid] = useState<string | null>(null)
  if (answer === undefined) return null
  if (answer === null) return <p className={styles.quiet}>{say('types.unreadable')}</p>
  const { types, lost } = answer

  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(types)
    setSaid(say('types.copied'))
  }
  const write = async (): Promise<void> => {
    const schema = readObject(text)
    if (schema === null) return
    try {
      const { file } = await writeStub(name, schema)
      setSaid(say('types.written', { file }))
    } catch (error) {
      if (error instanceof Error) notify.error(error.message)
    }
  }
  return (
    <div className={styles.column}>
      <div className={styles.bar}>
        <Button size="small" onClick={() => void copy()}>
          <Copy size={12} aria-hidden />
          {say('types.copy')}
        </Button>
        <Button size="small" onClick={() => void write()}>
          <FileCode size={12} aria-hidden />
          {say('types.stub', { name })}
        </Button>
        <span role="status" className={styles.note}>
          {said}
        </span>
        <span className={styles.grow} />
        {lost.length > 0 && <span className={styles.note}>{say('types.lost', { keywords: lost.join(', ') })}</span>}
      </div>
      <div className={styles.fill}>
        <CodeLines label={say('tabs.types')} lines={lines} />
      </div>
    </div>
  )
}
