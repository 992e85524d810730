import { Tabs } from 'radix-ui'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { focusField } from '../../platform/session/focus-field.ts'
import { placeStore, type Place } from '../../platform/session/location.ts'
import { detailParts, type DetailPart, type DetailPartsProps } from '../../runs/trace/detail/detail-parts.tsx'
import { SpanActions } from '../../runs/trace/detail/SpanActions.tsx'
import { amendTrace } from './place.ts'
import { say } from './say.ts'
import css from './trace.module.css'

/** The parts that each tab shows, in the order in which a person asks. */
const TABS = {
  input: ['input'],
  saw: ['saw'],
  answered: ['answered', 'wrote'],
  checks: ['checks'],
  imports: ['imports'],
  result: ['result', 'artifacts', 'state'],
  log: ['log'],
  fork: ['fork'],
} as const satisfies Readonly<Record<string, readonly DetailPart['id'][]>>
type Tab = keyof typeof TABS
// Object.entries gives the record's own keys.
const ENTRIES = Object.entries(TABS) as [Tab, readonly DetailPart['id'][]][]

const tabOf = ({ params }: Place): string | undefined => params['tab']
const pickWantsFork = ({ field }: { readonly field: string | null }): boolean => field === 'fork'

/** The facts about a span, one part at a time; the address says which. */
export function DetailTabs(props: DetailPartsProps) {
  const asked = useStore(placeStore, tabOf)
  const wantsFork = useStore(focusField, pickWantsFork)
  const parts = detailParts(props)
  const tabs = ENTRIES.flatMap(([name, ids]) => {
    const shown = parts.filter(({ id }) => ids.includes(id))
    return shown.length === 0 ? [] : [{ name, shown }]
  })
  const hasFork = tabs.some(({ name }) => name === 'fork')
  useEffect(() => {
    if (wantsFork && hasFork) amendTrace({ tab: 'fork' })
  }, [wantsFork, hasFork])
  const wanted = [asked, ...byDefault(props)]
  const open = wanted.flatMap((name) => tabs.find((tab) => tab.name === name) ?? []).at(0) ?? tabs[0]
  if (open === undefined) return <p className={css.nothing}>{say('nothingYet')}</p>
  return (
    <Tabs.Root className={css.views} value={open.name} onValueChange={(tab) => amendTrace({ tab })}>
      <Tabs.List className={css.tabs} aria-label={say('tabs')}>
        {tabs.map(({ name, shown }) => (
          <Tabs.Trigger key={name} value={name} className={css.tab}>
            {/* Its title says whether a check failed or what ran. */}
            {name === 'checks' ? shown[0]?.title : say(`tab.${name}`)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content key={`${open.name}:${props.detail.span.id}`} value={open.name} className={css.read} tabIndex={-1}>
        {open.shown.map(({ id, title, content }) => (
          <section key={id} className={css.part}>
            {open.shown.length > 1 && <h3>{title}</h3>}
            {content}
          </section>
        ))}
        {open.name !== 'fork' && <SpanActions run={props.run} detail={props.detail} className={css.more} />}
      </Tabs.Content>
    </Tabs.Root>
  )
}

/** The part that a person most likely reads first. */
const byDefault = ({ detail: { span, failures } }: DetailPartsProps): readonly Tab[] => [
  ...(failures.length > 0 && span.status !== 'completed' ? (['checks'] as const) : []),
  ...(span.kind === 'request' ? (['answered', 'saw'] as const) : (['result', 'checks', 'input'] as const)),
]
