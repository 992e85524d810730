import css from './AnswerView.module.css'
import { say } from './say.ts'

/** A reasoning model's thoughts, apart from its answer. */
export const Thought = ({ text }: { readonly text: string }) => (
  <details className={css.thought} open>
    <summary title={say('reasoningHint')}>{say('reasoning')}</summary>
    <p>{text}</p>
  </details>
)
