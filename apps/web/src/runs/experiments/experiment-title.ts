import { ideaName } from '@ensemble/core/trace'
import type { ListedExperiment } from '../../platform/api/experiment-client.ts'
import { ideaTitle } from '../../document/open/idea-title.ts'
import { say } from './say.ts'

/** An experiment's name. */
export const titleOf = ({ title, idea }: ListedExperiment): string =>
  title === '' ? say('untitled', { idea: ideaTitle(ideaName(idea)) }) : title
