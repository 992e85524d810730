const nobodys = (): void => {}

/** Whoever awaits it with others hears of a Run that ends; until then its rejection is nobody's. */
export const heardLater = (promise: Promise<unknown>): void => void promise.catch(nobodys)
