import { Command } from 'cmdk'
import {
  Braces,
  ChevronRight,
  Diamond,
  Globe,
  LayoutTemplate,
  Plug,
  Search,
  SquareFunction,
  StickyNote,
  type LucideIcon,
} from 'lucide-react'
import { Popover } from 'radix-ui'
import { useRef, useState } from 'react'
import { toolNameFor } from '../../document/edits/names.ts'
import { useGraphNode } from '../../document/graph/graph-store.ts'
import { closeDialog, type AddRequest } from '../../platform/session/session.ts'
import { classes } from '../../platform/ui/classes.ts'
import { ModeIcon } from '../../platform/ui/ModeIcon.tsx'
import { useTypedAhead } from '../../platform/ui/use-typed-ahead.ts'
import { choicesFor, keyOf, type Choice, type Group, type Section } from './choices.ts'
import css from './add-picker.module.css'
import { take, toolOfPort } from './take.ts'
import { t } from './texts.ts'
import { useStock } from './use-stock.ts'

const ICONS: Readonly<Record<Section, LucideIcon>> = {
  ideas: Diamond,
  activities: SquareFunction,
  tools: Braces,
  mcp: Plug,
  templates: LayoutTemplate,
}
const OF_TYPE: Readonly<Record<Exclude<Choice['type'], 'model' | 'section'>, LucideIcon>> = {
  newIdea: Diamond,
  idea: Diamond,
  activity: SquareFunction,
  code: SquareFunction,
  tool: Braces,
  mcp: Plug,
  http: Globe,
  note: StickyNote,
  template: LayoutTemplate,
}

/** One list to add from, where the hand is: what is typed narrows it, and is the name of what is new. */
export function AddPicker({ request }: { readonly request: AddRequest }) {
  const { text, setText, onFocus } = useTypedAhead()
  const [section, setSection] = useState<Section | null>(request.section ?? null)
  const [chosen, setChosen] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const { x, y } = request.at
  const anchor = useRef({ getBoundingClientRect: () => new DOMRect(x, y) })
  const caller = useGraphNode(request.from?.node ?? '')
  const to = request.from === undefined || caller === undefined ? 'canvas' : toolOfPort(request) ? 'tool' : 'idea'
  const groups = choicesFor({ text, section, to }, useStock(request))
  const keys = groups.flatMap(({ choices }) => choices.map(keyOf))
  const value = keys.includes(chosen) ? chosen : (keys[0] ?? '')

  const onTake = (choice: Choice): void => {
    if (choice.type === 'section') {
      setSection(choice.name)
      setText('')
      input.current?.focus()
      return
    }
    closeDialog()
    queueMicrotask(() => void take(choice, request))
  }

  return (
    <Popover.Root open onOpenChange={(open) => !open && closeDialog()}>
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Portal>
        <Popover.Content
          className={css.picker}
          align="start"
          side="bottom"
          collisionPadding={8}
          aria-label={caller === undefined ? t('label') : t('labelTo', { idea: caller.title ?? caller.name })}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            input.current?.focus()
          }}
          // The focus goes back by the one way for all dialogs.
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          <Command shouldFilter={false} value={value} onValueChange={setChosen} loop label={t('label')}>
            <div className={css.field}>
              <Search size={14} aria-hidden />
              <Command.Input
                ref={input}
                placeholder={section === null ? t('placeholder') : t(section)}
                value={text}
                maxLength={120}
                onFocus={onFocus}
                onValueChange={(next) => {
                  setText(next)
                  setChosen('')
                }}
                onKeyDown={(event) => {
                  if (event.key === 'Backspace' && text === '' && section !== null) setSection(null)
                }}
              />
            </div>
            <Command.List label={t('label')}>
              <Command.Empty>{t('empty')}</Command.Empty>
              {groups.map((group) => (
                <Choices
                  key={group.name}
                  group={group}
                  isTitled={text !== '' || group.choices[0]?.type !== 'section'}
                  to={to}
                  onTake={onTake}
                />
              ))}
            </Command.List>
            <div className={css.keys} aria-hidden>
              <span>
                <kbd>↑↓</kbd> {t('choose')}
              </span>
              <span>
                <kbd>↵</kbd> {t('add')}
              </span>
              <span>
                <kbd>Esc</kbd> {t('cancel')}
              </span>
            </div>
          </Command>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

interface ChoicesProps {
  readonly group: Group
  /** A section that is one line says its own name. */
  readonly isTitled: boolean
  readonly to: 'canvas' | 'idea' | 'tool'
  readonly onTake: (choice: Choice) => void
}

const Choices = ({ group, isTitled, to, onTake }: ChoicesProps) => (
  <Command.Group {...(isTitled && { heading: t(group.name) })}>
    {group.choices.map((choice) => (
      <Command.Item key={keyOf(choice)} value={keyOf(choice)} onSelect={() => onTake(choice)}>
        <Sign choice={choice} />
        <span className={classes(css.name, isCode(choice) && css.code)} dir="auto">
          {labelOf(choice)}
        </span>
        <span className={css.about}>{noteOf(choice, to)}</span>
        {choice.type === 'section' && <ChevronRight size={13} className={css.sign} aria-hidden />}
      </Command.Item>
    ))}
  </Command.Group>
)

function Sign({ choice }: { readonly choice: Choice }) {
  if (choice.type === 'model')
    return (
      <span className={css.mode} aria-hidden>
        <ModeIcon mode="latent" size={14} />
      </span>
    )
  const Icon = choice.type === 'section' ? ICONS[choice.name] : OF_TYPE[choice.type]
  return <Icon size={14} aria-hidden className={isWork(choice) ? css.explicit : css.sign} />
}

const isWork = ({ type }: Choice): boolean => type === 'activity' || type === 'code' || type === 'http'
const isCode = ({ type }: Choice): boolean => type === 'activity' || type === 'tool' || type === 'mcp'

function labelOf(choice: Choice): string {
  switch (choice.type) {
    case 'newIdea':
      return choice.name === '' ? t('newIdea') : t('newIdeaNamed', { name: choice.name })
    case 'model':
    case 'code':
    case 'http':
    case 'note':
      return t(choice.type)
    case 'section':
      return t(choice.name)
    case 'idea':
    case 'template':
      return choice.title
    case 'activity':
    case 'tool':
    case 'mcp':
      return choice.name
  }
}

function noteOf(choice: Choice, to: ChoicesProps['to']): string {
  const isOnCanvas = to === 'canvas'
  switch (choice.type) {
    case 'section':
      return t('more', { count: choice.count })
    case 'idea':
      return t(isOnCanvas ? 'opens' : 'delegates')
    case 'template':
      return t('templateIdeas', { count: choice.ideas })
    case 'tool':
      return isOnCanvas ? t('inNewIdea') : t('shared', { count: choice.uses })
    case 'mcp':
      return t('server', { server: choice.server })
    case 'activity':
      return t(isOnCanvas ? 'inNewIdea' : 'runsCode')
    case 'newIdea':
      return isOnCanvas ? '' : t('asksIdea')
    case 'code':
    case 'http':
    case 'model': {
      const { name, type } = choice
      if (isOnCanvas) return t('inNewIdea')
      if (to === 'idea' && name !== '') return t('asTool', { name: toolNameFor(name) })
      return type === 'code' ? t('codeNote') : ''
    }
    default:
      return ''
  }
}
