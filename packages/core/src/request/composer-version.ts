/**
 * What a Run pins of the code that composes and judges (docs/contract/protocol.md#the-journal, replay): raised with every change of composed
 * bytes, of their hash or of the executor's sentences, also within one release. Runs of another version are compared by what was decided.
 */
export const COMPOSER_VERSION = 12
