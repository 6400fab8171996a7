/** The code of a text whose search goes on, or that was never looked for: it is no value yet. */
export const referenceSearching = 'reference-searching'
