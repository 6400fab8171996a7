/** Most records that one field refers to, whatever its definition says: all of them are held by a save, and named by a list. */
export const mostReferences = 100
