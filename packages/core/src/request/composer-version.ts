/**
 * The pinned version of composing and judging: raised with every change of composed bytes or the executor's sentences.
 */
export const COMPOSER_VERSION = 12
