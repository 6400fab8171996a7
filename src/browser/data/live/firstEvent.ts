/** The last event before the page's first call, as its reply says: the page's stream, which opens later, begins there. */
export const firstEvent: { id: string | null } = { id: null }
