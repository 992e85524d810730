import { Download, LayoutTemplate, Settings, Upload } from 'lucide-react'
import { useEffect, useState } from 'react'
import { openTemplate, readTemplates, type Template } from '../../platform/api/gallery-client.ts'
import { wordsOf } from '../../platform/i18n/template-words.ts'
import { notify } from '../../platform/session/notify.ts'
import { Button } from '../../platform/ui/Button.tsx'
import { runCommand } from '../commands/run-command.ts'
import { OpenFolder } from './OpenFolder.tsx'
import { openMade } from './naming.ts'
import { say } from './say.ts'
import { Thumbnail } from './Thumbnail.tsx'
import { useWorkspaces } from './use-workspaces.ts'
import { WorkspaceRows } from './WorkspaceRows.tsx'
import css from './workspaces.module.css'

const COMMANDS = [
  { id: 'import', Icon: Upload },
  { id: 'export', Icon: Download },
  { id: 'settings', Icon: Settings },
] as const

const SHOWN_TEMPLATES = 4

/** The templates with the most Ideas: one of a single Idea shows no graph. */
const mostTelling = (templates: readonly Template[]): readonly Template[] =>
  templates.toSorted((a, b) => b.outline.nodes.length - a.outline.nodes.length).slice(0, SHOWN_TEMPLATES)

/** Every workspace of the person, the templates, and what can be done with the open one as a whole. */
export function Switcher({ onDone }: { readonly onDone: () => void }) {
  const known = useWorkspaces()
  const [templates, setTemplates] = useState<readonly Template[]>([])
  useEffect(() => {
    readTemplates().then(setTemplates, () => undefined)
  }, [])
  const carryOut = (id: string): void => {
    onDone()
    runCommand(id)
  }
  const open = (name: string): void => void openTemplate(name).then(openMade, notify.refusal)
  return (
    <>
      <div className={css.columns}>
        <WorkspaceRows known={known} title={say('recent')} />
        <section className={css.templates} aria-label={say('templates')}>
          <h3 className={css.heading}>
            {say('templates')}
            <button type="button" className={css.all} onClick={() => carryOut('gallery')}>
              {say('seeAll', { count: templates.length })}
            </button>
          </h3>
          <ul>
            {mostTelling(templates).map((template) => (
              <li key={template.name}>
                <button type="button" className={css.template} onClick={() => open(template.name)}>
                  <Thumbnail outline={template.outline} isLarge />
                  <b>{wordsOf(template).title}</b>
                  <span className={css.about}>{say('ideas', { count: template.ideas })}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <div className={css.foot}>
        <Button look="quiet" onClick={() => carryOut('newWorkspace')}>
          <LayoutTemplate size={14} aria-hidden /> {say('fresh')}
        </Button>
        <OpenFolder />
        <span className={css.grow} />
        {COMMANDS.map(({ id, Icon }) => (
          <Button key={id} look="quiet" onClick={() => carryOut(id)}>
            <Icon size={14} aria-hidden /> {say(id)}
          </Button>
        ))}
      </div>
    </>
  )
}
