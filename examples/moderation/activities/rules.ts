interface Judgement {
  readonly verdict: 'allow' | 'review' | 'hide'
  readonly rule: 'none' | 'spam' | 'insult' | 'personal' | 'manipulation' | 'shouting'
  readonly reason: string
}

interface Rule extends Judgement {
  readonly broken: (comment: string) => boolean
}

const says = (pattern: RegExp) => (comment: string) => pattern.test(comment)
/** Whether most of its letters are capitals. */
const isShouted = (comment: string): boolean => {
  const capitals = comment.match(/\p{Lu}/gu)?.length ?? 0
  const small = comment.match(/\p{Ll}/gu)?.length ?? 0
  return capitals > 8 && capitals > small
}

/** The first rule that is broken decides. */
const RULES: readonly Rule[] = [
  {
    verdict: 'hide',
    rule: 'spam',
    reason: 'advertising',
    broken: says(/https?:\/\/|promo code|\b(?:earn|win) (?:a free |\d)|earn \d+ a|free gift|cheap (?:loans|watches)/i),
  },
  {
    verdict: 'hide',
    rule: 'personal',
    reason: 'somebody’s data',
    broken: says(/(?:\d[ -]?){9,}|[\w.]+@[\w.]+\.\w+|\b\d+ [A-Z]\w+ (?:Lane|Street|Road)\b/),
  },
  {
    verdict: 'hide',
    rule: 'insult',
    reason: 'insults a person',
    broken: says(/\b(?:idiot(?:ic)?|moron|stupid|dumb|pathetic|loser|trash|clown|shut up)\b|дурак|идиот/iu),
  },
  {
    verdict: 'review',
    rule: 'manipulation',
    reason: 'speaks to the moderation',
    broken: says(/\bignore (?:the|all|previous) (?:rules|instructions)|^system:/i),
  },
  { verdict: 'review', rule: 'shouting', reason: 'all in capitals', broken: isShouted },
]

/** The function that profile `offline` binds to `judge_comment`: rules of thumb instead of a model's judgement. */
export const judgeByRules = ({
  comment,
  strictness,
}: {
  readonly comment: string
  readonly strictness: 'lenient' | 'strict'
}): Judgement => {
  const rule = RULES.find(({ broken }) => broken(comment))
  if (rule === undefined) return { verdict: 'allow', rule: 'none', reason: 'breaks no rule' }
  const { broken: _, ...judgement } = rule
  return strictness === 'strict' ? { ...judgement, verdict: 'hide' } : judgement
}
