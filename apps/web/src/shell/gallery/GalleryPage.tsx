import { Hand } from 'lucide-react'
import { useEffect, useState } from 'react'
import { openTemplate, readTemplates, type Template } from '../../platform/api/gallery-client.ts'
import { goTo } from '../../platform/session/location.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { notify } from '../../platform/session/notify.ts'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { openMade } from '../workspaces/naming.ts'
import { say as sayWorkspaces } from '../workspaces/say.ts'
import { Thumbnail } from '../workspaces/Thumbnail.tsx'
import { useWorkspaces } from '../workspaces/use-workspaces.ts'
import { WorkspaceRows } from '../workspaces/WorkspaceRows.tsx'
import css from './gallery.module.css'
import { say } from './say.ts'
import { exampleText } from '../../platform/i18n/example-words.ts'
import { wordsOf } from '../../platform/i18n/template-words.ts'

type Read =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly reason: string }
  | { readonly state: 'ready'; readonly templates: readonly Template[] }

/** Workspaces to start with: each opens as a copy, next to this one. */
export function GalleryPage() {
  const [read, setRead] = useState<Read>({ state: 'loading' })
  useEffect(() => {
    let current = true
    readTemplates().then(
      (templates) => current && setRead({ state: 'ready', templates }),
      (error: unknown) =>
        current && setRead({ state: 'failed', reason: error instanceof Error ? error.message : String(error) }),
    )
    return () => {
      current = false
    }
  }, [])
  const close = (): void => goTo('bench')
  return (
    <PageFrame title={say('title')} back={say('back')} onClose={close}>
      <div className={css.page}>
        <Yours />
        <p className={css.intro}>{say('intro')}</p>
        {read.state === 'loading' && (
          <p className={css.intro} role="status">
            {say('loading')}
          </p>
        )}
        {read.state === 'failed' && <p role="alert">{say('failed', { reason: read.reason })}</p>}
        {read.state === 'ready' && (
          <ul className={css.templates}>
            {read.templates.map((template) => (
              <TemplateCard key={template.name} template={template} />
            ))}
          </ul>
        )}
      </div>
    </PageFrame>
  )
}

/** The person's own workspaces come first: who looks for one of them needs no template. */
function Yours() {
  const known = useWorkspaces()
  return <WorkspaceRows known={known} title={sayWorkspaces('yours')} isWide />
}

/** The input in the words a person would type. */
const inputText = (input: Template['input']): string => {
  if (typeof input !== 'object' || input === null) return String(input)
  return Object.values(input)
    .map((value) => (typeof value === 'string' ? exampleText(value) : JSON.stringify(value)))
    .join(' · ')
}

function TemplateCard({ template }: { readonly template: Template }) {
  const [isOpening, setOpening] = useState(false)
  const { name, input, waits, ideas, tools } = template
  const { title, sentence } = wordsOf(template)
  const open = async (): Promise<void> => {
    setOpening(true)
    try {
      openMade(await openTemplate(name))
    } catch (error) {
      notify.refusal(error)
      setOpening(false)
    }
  }
  return (
    <li className={css.card}>
      <Thumbnail outline={template.outline} isLarge />
      <h3>{title}</h3>
      <p>{sentence}</p>
      <p className={css.hint}>{say('try', { input: inputText(input) })}</p>
      {tools.length > 0 && (
        <p className={css.tools} aria-label={say('tools', { count: tools.length })}>
          {tools.slice(0, 6).map((tool) => (
            <code key={tool}>{tool}</code>
          ))}
          {tools.length > 6 && <span className={css.hint}>+{tools.length - 6}</span>}
        </p>
      )}
      <div className={css.foot}>
        <span className={css.hint}>{say('ideas', { count: ideas })}</span>
        {waits && (
          <span className={css.waits}>
            <Hand size={13} aria-hidden /> {say('asks')}
          </span>
        )}
        <span className={css.grow} />
        <Button disabled={isOpening} aria-label={say('open', { title })} onClick={() => void open()}>
          {isOpening ? say('opening') : say('open', { title: '' }).trim()}
        </Button>
      </div>
    </li>
  )
}
