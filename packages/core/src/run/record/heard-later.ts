const nobodys = (): void => {}

/** Marks the rejection as handled now; a later `await` still throws it. */
export const heardLater = (promise: Promise<unknown>): void => void promise.catch(nobodys)
